/** Why nothing is mounted for an agent, and what mounts something. */
export function noGateway(agent: string): string {
  return `no gateway runs for agent \`${agent}\`; an MCP client starts one, with \`sallyport serve\``;
}
