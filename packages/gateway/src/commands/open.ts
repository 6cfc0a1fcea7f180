import { EXIT } from "@sallyport/contract/exit-codes";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { examples, jsonOption, type StoreOptions, userOption, withStoreOptions } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

/** `sallyport open`: the person's page, logged in. */
export function openCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  withStoreOptions(program.command("open"), surroundings)
    .description("open your page in the browser, logged in; the link works once, within a minute")
    .option("--print", "print the link and open nothing")
    .option("--plain", "a link to the address itself, for browsers that know no names under localhost (Safari)")
    .addOption(
      new Option(
        "--at <address>",
        "where your browser finds the gateway: the proxy before it, or its own other address",
      )
        .argParser(pageAddress)
        .conflicts("plain"),
    )
    .addOption(userOption("whose decisions are made there"))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples("sallyport open", "sallyport open --print", "sallyport open --at https://gate.example"),
    )
    .addHelpText(
      "after",
      "\nOver SSH: forward the port of the link (`ssh -L 7410:127.0.0.1:7410 HOST`), then open what `--print` says at home.\n",
    )
    .action(async (options: StoreOptions & { print?: true; plain?: true; at?: string; user?: string; json?: true }) => {
      const { makeLogin } = await import("../http/make-login.ts");
      const login = await makeLogin(options, options.user === undefined ? surroundings.user : `user:${options.user}`);
      if (login === null) {
        const message = `no gateway of agent \`${options.agent}\` serves HTTP now; an MCP client starts one, with \`sallyport serve\``;
        throw new CommandFailure(EXIT.failed, message);
      }
      if (options.json) return shown.records([{ url: login.link }]);
      shown.lines(login.link);
      if (options.print || !surroundings.stdoutIsTerminal) return;
      surroundings.writeError(
        "sallyport: your browser opens it; if none does, open this link yourself within a minute\n",
      );
      surroundings.openInBrowser(login.file());
    });
}

function pageAddress(written: string): string {
  const url = URL.parse(written);
  const isAddress = url !== null && ["http:", "https:"].includes(url.protocol) && url.href === `${url.origin}/`;
  if (!isAddress) throw new InvalidArgumentError("an address is like `https://gate.example`, without a path.");
  return url.origin;
}
