/** One thing the doctor looked at. */
export interface Finding {
  level: "ok" | "warn" | "fail";
  subject: string;
  detail: string;
  /** What to do. */
  remedy?: string;
}
