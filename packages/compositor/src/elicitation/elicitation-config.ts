/** How the agent's own client may bring a question to its user. */
export interface ElicitationConfig {
  /** A client that can open addresses is given the question's page. */
  url: boolean;
  /** Clients trusted to show a form to a person and to nobody else, by name in the form `hostKey` gives it. */
  form: readonly string[];
}

/** What somebody said in a form of a trusted client. */
export interface FormAnswer {
  decision: "allow" | "deny";
  comment?: string;
}

/**
 * Decides one waiting call as `client`'s form says. Throws `already_decided` and `wrong_state` where somebody was quicker. The
 * one thing with which an agent's view can decide: it is handed none unless its configuration trusts a client.
 */
export type FormDesk = (approvalId: string, answer: FormAnswer, client: string) => Promise<void>;

/** What a view is handed of that; `form` only where a client is trusted. */
export interface ElicitationPowers {
  url: boolean;
  form?: { clients: readonly string[]; decide: FormDesk };
}
