import { BAD_INPUT_PROMISES } from "./bad-input.ts";
import { CHAT_PROMISES } from "./chat.ts";
import { CONSOLE_PROMISES } from "./console.ts";
import { DURABILITY_PROMISES } from "./durability.ts";
import { GATE_PROMISES } from "./gate.ts";
import { HTTP_PROMISES } from "./http.ts";
import { ISOLATION_PROMISES } from "./isolation.ts";
import { LATCH_PROMISES } from "./latches.ts";
import { MOUNT_PROMISES } from "./mounts.ts";
import { NEGATIVE_PROMISES } from "./negative.ts";
import { PACKAGE_PROMISES } from "./packages.ts";
import { RESOURCE_PROMISES } from "./resources.ts";
import { STORY_PROMISES } from "./story.ts";
import { TRANSPARENCY_PROMISES } from "./transparency.ts";
import { VISIBILITY_PROMISES } from "./visibility.ts";

/** Everything that is promised: heading -> id -> sentence. */
export const PROMISES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "The gate": GATE_PROMISES,
  Transparency: TRANSPARENCY_PROMISES,
  "Crashes and races": DURABILITY_PROMISES,
  Visibility: VISIBILITY_PROMISES,
  Isolation: ISOLATION_PROMISES,
  "A stopped agent": LATCH_PROMISES,
  "Servers at run time": MOUNT_PROMISES,
  Resources: RESOURCE_PROMISES,
  Chat: CHAT_PROMISES,
  "The console": CONSOLE_PROMISES,
  "The HTTP door": HTTP_PROMISES,
  "The whole story": STORY_PROMISES,
  "Wrong input": BAD_INPUT_PROMISES,
  Packages: PACKAGE_PROMISES,
  "Attacks and accidents": NEGATIVE_PROMISES,
};
