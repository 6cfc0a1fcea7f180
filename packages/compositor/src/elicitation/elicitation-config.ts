/** How the clients of waiting calls may be asked to bring the question to their users. */
export interface ElicitationConfig {
  /** A client that can open addresses is given the question's page. */
  url: boolean;
}
