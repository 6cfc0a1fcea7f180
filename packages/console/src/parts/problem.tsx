/** Something that could not be done or read, in words. */
export function Problem({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p class="problem" role="alert">
      <strong>Problem: </strong>
      {words}
    </p>
  );
}
