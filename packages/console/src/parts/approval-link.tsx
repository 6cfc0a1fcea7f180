import { placeHash } from "../state/route.ts";

/** The id of an approval, as a terminal takes it, and the way to what the timeline has of it. */
export function ApprovalLink({ id }: { id: string }) {
  return (
    <>
      <code>{id}</code> <a href={placeHash({ page: "timeline", id })}>on the timeline</a>
    </>
  );
}
