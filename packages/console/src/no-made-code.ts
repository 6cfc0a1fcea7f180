import { z } from "zod";

// The page's own rules forbid code made from text, and only trying it is reported. To be imported before any schema is made.
z.config({ jitless: true });
