import { PNG } from "./media.ts";

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

export const RESOURCES = [
  { uri: "test://static-text", name: "static-text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "A picture.", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched-resource", description: "A text to subscribe to." },
];

export const TEMPLATES = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "A record.",
    mimeType: "application/json",
  },
];

export function readResource(uri: string) {
  const id = TEMPLATE.exec(uri)?.[1];
  if (id !== undefined) {
    const record = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(record) }] };
  }
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] };
}
