/** Share of the full counts that is measured: less than 1 is for trying the bench out, and leaves the page alone. */
export const SCALE = Number(process.env.SALLYPORT_BENCH_SCALE ?? 1);

export const counted = (full: number): number => Math.max(2, Math.ceil(full * SCALE));
