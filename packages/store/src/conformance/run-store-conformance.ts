import { afterEach, beforeEach, describe } from "vitest";
import type { OpenStore, StoreRole } from "../roles.ts";
import { abortCases } from "./abort-cases.ts";
import { approvalCases } from "./approval-cases.ts";
import { changeCases } from "./change-cases.ts";
import { chatCases } from "./chat-cases.ts";
import { definitionCases } from "./definition-cases.ts";
import { ledgerCases } from "./ledger-cases.ts";
import { mountCases } from "./mount-cases.ts";
import { policyCases } from "./policy-cases.ts";
import { subscriptionCases } from "./subscription-cases.ts";
import { wantedMountCases } from "./wanted-mount-cases.ts";

/** A fresh store that a backend makes for each test; every role is opened on the same one. */
export interface StoreUnderTest {
  open<Role extends StoreRole>(role: Role): Promise<OpenStore<Role>>;
  remove(): Promise<void>;
}

/** The open roles of one fresh store, and its clock. */
export interface Opened {
  gate: OpenStore<"gate">;
  reader: OpenStore<"reader">;
  proposer: OpenStore<"proposer">;
  approver: OpenStore<"approver">;
  loop: OpenStore<"loop">;
  chat: OpenStore<"chat">;
  meta: OpenStore<"meta">;
  admin: OpenStore<"admin">;
  resources: OpenStore<"resources">;
  agents: OpenStore<"agents">;
  pass(ms: number): void;
}

/** What every backend must do; `make` is handed the clock that the store must go by. */
export function runStoreConformance(name: string, make: (now: () => number) => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let time: number;
    let store: StoreUnderTest;
    let opened: Opened;

    beforeEach(async () => {
      time = Date.UTC(2030, 0, 1);
      store = await make(() => time);
      opened = {
        gate: await store.open("gate"),
        reader: await store.open("reader"),
        proposer: await store.open("proposer"),
        approver: await store.open("approver"),
        loop: await store.open("loop"),
        chat: await store.open("chat"),
        meta: await store.open("meta"),
        admin: await store.open("admin"),
        resources: await store.open("resources"),
        agents: await store.open("agents"),
        pass: (ms) => {
          time += ms;
        },
      };
    });

    afterEach(async () => {
      const { pass: _, ...stores } = opened;
      await Promise.all(Object.values(stores).map((open) => open.close()));
      await store.remove();
    });

    const given = () => opened;
    approvalCases(given);
    policyCases(given);
    ledgerCases(given);
    definitionCases(given);
    mountCases(given);
    wantedMountCases(given);
    abortCases(given);
    chatCases(given);
    subscriptionCases(given);
    changeCases(given);
  });
}
