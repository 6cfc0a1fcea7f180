import { useConsole } from "../state/console.ts";

/** Nobody is signed in: how to. */
export function SignedOutPage() {
  const { signIn } = useConsole();
  return (
    <main class="signed-out">
      <h1>Sallyport</h1>
      {signIn.problem.value !== null && <p class="problem">{signIn.problem.value}</p>}
      <p>You are not signed in. In a terminal, run</p>
      <p>
        <code class="command">sallyport open</code>
      </p>
      <p class="dim">It opens this page with a link that works once, for a minute.</p>
    </main>
  );
}
