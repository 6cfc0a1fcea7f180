import { z } from "zod";
import { MOUNT_NAME } from "./names.ts";
import { ADDS, CHANGES, READS, toolContract } from "./tools.ts";

/** Window of one read: bytes of UTF-8 of text, characters of base64. */
export const READ_WINDOW_DEFAULT = 25_000;
export const READ_WINDOW_LIMIT = 1_000_000;

const server = z.string().regex(MOUNT_NAME, "a mount name, as `list` shows it").describe("the mount it belongs to");
const uri = z.string().min(1).max(8192).describe("the server's own URI, as `list` shows it");
const ok = z.strictObject({ ok: z.literal(true) });

/** A server whose part could not be had just now. A list without it would look complete. */
const unavailable = z.array(z.strictObject({ server: z.string(), reason: z.string() }));

/** In `_meta` of a list of the view: the servers whose part is missing. */
export const META_UNAVAILABLE = "sallyport/unavailable";
/** In `_meta` of a listed resource or template whose URI is the server's own: whose it is. Only the compositor says so. */
export const META_SERVER = "sallyport/server";

const resourceEntry = z.strictObject({
  server: z.string(),
  uri: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mime: z.string().optional(),
  size: z.number().optional(),
});
export type ResourceEntry = z.infer<typeof resourceEntry>;

const templateEntry = z.strictObject({
  server: z.string(),
  uri_template: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mime: z.string().optional(),
});
export type TemplateEntry = z.infer<typeof templateEntry>;

export const list = toolContract({
  name: "list",
  title: "List resources",
  description: "Resources of the servers you can see, with the URIs that the other tools here take.",
  annotations: READS,
  input: z.strictObject({ server: server.optional(), uri_prefix: z.string().max(8192).optional() }),
  output: z.strictObject({
    resources: z.array(resourceEntry),
    unavailable,
  }),
});

export const listTemplates = toolContract({
  name: "list_templates",
  title: "List resource templates",
  description: "URI templates of the servers you can see.",
  annotations: READS,
  input: z.strictObject({ server: server.optional() }),
  output: z.strictObject({
    templates: z.array(templateEntry),
    unavailable,
  }),
});

const offset = z.int().min(0);
const maxBytes = z.int().min(1).max(READ_WINDOW_LIMIT).default(READ_WINDOW_DEFAULT);

/** The part of one block that fell into the window. */
const part = z.discriminatedUnion("kind", [
  z.strictObject({
    index: z.int(),
    kind: z.literal("text"),
    mime: z.string(),
    text: z.string(),
    total_bytes: z.int(),
    bytes_returned: z.int(),
  }),
  z.strictObject({
    index: z.int(),
    kind: z.literal("base64"),
    mime: z.string(),
    base64: z.string(),
    total_bytes: z.int(),
    bytes_returned: z.int(),
  }),
]);
export type ResourcePart = z.infer<typeof part>;

export const read = toolContract({
  name: "read",
  title: "Read a window of a resource",
  description:
    "Part of a resource, so that a large one does not fill your context: read on from `next_offset` until it is null. Never splits a character.",
  annotations: READS,
  input: z.strictObject({ server, uri, start_offset: offset.default(0), max_bytes: maxBytes }),
  output: z.strictObject({
    window: z.strictObject({ start_offset: z.int(), max_bytes: z.int() }),
    parts: z.array(part),
    total_parts: z.int(),
    next_offset: z.int().nullable(),
  }),
});

export const readBlocks = toolContract({
  name: "read_blocks",
  title: "Read a resource block by block",
  description:
    "As `read`, but the window starts in a block of its own: for resources that have several contents. Read on from `next_block` and `next_offset`.",
  annotations: READS,
  input: z.strictObject({
    server,
    uri,
    start_block: z.int().min(0).default(0),
    start_offset: offset.default(0).describe("within the first block"),
    max_bytes: maxBytes,
  }),
  output: z.strictObject({
    window: z.strictObject({ start_block: z.int(), start_offset: z.int(), max_bytes: z.int() }),
    parts: z.array(part),
    total_parts: z.int(),
    next_block: z.int().nullable(),
    next_offset: z.int().nullable(),
  }),
});

const subscribing = { ...ADDS, idempotentHint: true };

export const subscribe = toolContract({
  name: "subscribe",
  title: "Subscribe to a resource",
  description:
    "Be told when a resource changes. It outlives this session and comes back when its server does; `list_subscriptions` shows how it stands.",
  annotations: subscribing,
  input: z.strictObject({ server, uri }),
  output: z.strictObject({ ok: z.literal(true), active: z.boolean(), last_error: z.string().nullable() }),
});

export const unsubscribe = toolContract({
  name: "unsubscribe",
  title: "End a subscription",
  description: "Be told no more. A pinned subscription stays.",
  annotations: subscribing,
  input: z.strictObject({ server, uri }),
  output: ok,
});

export const subscribeListChanges = toolContract({
  name: "subscribe_list_changes",
  title: "Subscribe to a server's resource list",
  description: "Be told when the resources of a server come or go.",
  annotations: subscribing,
  input: z.strictObject({ server }),
  output: ok,
});

export const unsubscribeListChanges = toolContract({
  name: "unsubscribe_list_changes",
  title: "End a list subscription",
  description: "Be told no more when the resources of a server come or go.",
  annotations: subscribing,
  input: z.strictObject({ server }),
  output: ok,
});

/**
 * How one subscription stands. `present`: its server is there and lists or reads it. `active`: the server took the subscription.
 * `last_updated_at`: when the server last told of a change, since this server started.
 */
export const subscriptionState = z.strictObject({
  server: z.string(),
  uri: z.string(),
  pinned: z.boolean(),
  present: z.boolean(),
  active: z.boolean(),
  added_at: z.string(),
  last_error: z.string().nullable(),
  last_updated_at: z.string().nullable(),
});
export type SubscriptionState = z.infer<typeof subscriptionState>;

/** How one list selection stands. `last_changed_at`: when resources last came or went, since this server started. */
const listSubscriptionState = z.strictObject({
  server: z.string(),
  present: z.boolean(),
  active: z.boolean(),
  last_changed_at: z.string().nullable(),
});

/** The page `resources://subscriptions`. */
export const subscriptionsPage = z.strictObject({
  subscriptions: z.array(subscriptionState),
  list_subscriptions: z.array(listSubscriptionState),
});
export type SubscriptionsPage = z.infer<typeof subscriptionsPage>;

export const listSubscriptions = toolContract({
  name: "list_subscriptions",
  title: "List subscriptions",
  description: "What you are subscribed to and how each subscription stands.",
  annotations: READS,
  input: z.strictObject({}),
  output: subscriptionsPage,
});

const preset = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, "1 to 64 of `a-z 0-9 _ -`");

export const savePreset = toolContract({
  name: "save_preset",
  title: "Save subscriptions as a preset",
  description: "Keep what you are subscribed to now under a name; one that has the name already is replaced.",
  annotations: subscribing,
  input: z.strictObject({ name: preset }),
  output: z.strictObject({ ok: z.literal(true), subscriptions: z.int(), list_subscriptions: z.int() }),
});

export const applyPreset = toolContract({
  name: "apply_preset",
  title: "Apply a preset",
  description: "Make your subscriptions what a preset says: what it lacks ends, but for what is pinned.",
  annotations: { ...CHANGES, destructiveHint: false, idempotentHint: true },
  input: z.strictObject({ name: preset }),
  output: z.strictObject({ ok: z.literal(true), added: z.int(), removed: z.int() }),
});

/** Most subscriptions, list selections and presets an agent may have, each. */
export const SUBSCRIPTIONS_LIMIT = 1000;
export const PRESETS_LIMIT = 100;
