import { defineConfig } from "vitest/config";

const conditions = ["@sallyport/source"];

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["packages/acceptance/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "acceptance",
          include: ["packages/acceptance/src/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Most of a test is waiting for other processes; a 70 s call must not hold up the files behind it.
          maxWorkers: 3,
        },
      },
    ],
  },
});
