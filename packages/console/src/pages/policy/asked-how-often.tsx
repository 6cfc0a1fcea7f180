import { useConsole } from "../../state/console.ts";
import { policyTally } from "../../state/policy-tally.ts";

/** Whether a person is asked too often to read what they are asked: then it is the policy that wants a change. */
export function AskedHowOften({ version }: { version: number }) {
  const { timeline } = useConsole();
  const { allowed, refused, asked } = policyTally(timeline.value.value ?? [], version);
  const calls = allowed + refused + asked;
  if (calls === 0) return null;
  const inHundred = Math.round((100 * asked) / calls);
  return (
    <p>
      {`It asked you about ${asked} of the last ${calls} calls, ${inHundred} in 100; ${allowed} ran unasked, ${refused} were refused.`}
    </p>
  );
}
