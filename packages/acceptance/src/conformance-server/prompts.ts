import { embedded, image, text } from "./media.ts";

const argument = (name: string) => ({ name, description: `The ${name}.`, required: true });

export const PROMPTS = [
  { name: "test_simple_prompt", description: "A prompt without arguments." },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt with two.",
    arguments: [argument("arg1"), argument("arg2")],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A document in it.",
    arguments: [argument("resourceUri")],
  },
  { name: "test_prompt_with_image", description: "A picture in it." },
];

type Content = ReturnType<typeof text> | ReturnType<typeof embedded> | typeof image;

export function promptMessages(name: string, given: Record<string, string>) {
  return { messages: contentsOf(name, given).map((content) => ({ role: "user" as const, content })) };
}

function contentsOf(name: string, { arg1 = "", arg2 = "", resourceUri = "" }: Record<string, string>): Content[] {
  switch (name) {
    case "test_prompt_with_arguments":
      return [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)];
    case "test_prompt_with_embedded_resource":
      return [
        embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
        text("Please process it."),
      ];
    case "test_prompt_with_image":
      return [image, text("Please analyze the image above.")];
    default:
      return [text("This is a simple prompt for testing.")];
  }
}
