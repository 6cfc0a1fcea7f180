import { z } from "zod";

/** The part of a JSON Schema that the contract's schemas use. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  default?: unknown;
  maxLength?: number;
  maxItems?: number;
}

export interface Field {
  name: string;
  type: string;
  /** `required`, `optional`, or the default. */
  need: string;
  description: string;
}

/** What a caller writes, or reads, field by field. */
export function fieldsOf(type: z.ZodType, side: "input" | "output"): Field[] {
  // zod's own type of a JSON Schema is wider than what the contract uses.
  const schema = z.toJSONSchema(type, { io: side, unrepresentable: "any" }) as Schema;
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeText(field),
    need: needOf(field, schema.required?.includes(name) ?? false),
    description: [field.description, limitOf(field)].filter((part) => part !== undefined).join("; "),
  }));
}

function needOf(field: Schema, required: boolean): string {
  if (field.default !== undefined) return `default \`${JSON.stringify(field.default)}\``;
  return required ? "required" : "optional";
}

function limitOf({ maxLength, maxItems }: Schema): string | undefined {
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  return maxItems === undefined ? undefined : `at most ${maxItems}`;
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return variants.map(typeText).join(" | ");
  if (schema.type === "array") return `${groupText(schema.items ?? {})}[]`;
  if (schema.type !== "object") return schema.type ?? "any";
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return "object";
  const required = new Set(schema.required);
  return `{${fields.map(([name, field]) => `${name}${required.has(name) ? "" : "?"}: ${typeText(field)}`).join(", ")}}`;
}

function groupText(schema: Schema): string {
  const text = typeText(schema);
  return text.includes(" | ") && !text.startsWith("{") ? `(${text})` : text;
}
