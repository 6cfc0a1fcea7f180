import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const IMAGES = join(dirname(fileURLToPath(import.meta.url)), "../../../../docs/images");

/** Keeps what a page shows as `docs/images/NAME.png`, where `SALLYPORT_SCREENSHOTS` asks for it: `pnpm screenshots`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env.SALLYPORT_SCREENSHOTS) return;
  mkdirSync(IMAGES, { recursive: true });
  await page.screenshot({ path: join(IMAGES, `${name}.png`), animations: "disabled", caret: "hide" });
}
