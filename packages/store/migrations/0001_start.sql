-- One row each of `schema_version` and `timeline_head`; everything else starts empty.
create table schema_version (version integer not null);

create table policies (
  agent text not null,
  version integer not null,
  digest text not null,
  language text not null,
  source text not null,
  mode text not null,
  non_interactive integer not null,
  author text not null,
  reason text not null,
  created_at text not null,
  primary key (agent, version)
);

create table proposals (
  id text primary key,
  agent text not null,
  status text not null,
  language text not null,
  title text not null,
  rationale text not null,
  source text not null,
  created_at text not null,
  decided_at text,
  decided_by text,
  comment text
);
create index proposals_by_agent on proposals (agent, created_at);

create table approvals (
  approval_id text primary key,
  agent text not null,
  principal text not null,
  session text not null,
  client_json text,
  name text not null,
  server text not null,
  tool text not null,
  tool_title text,
  safety text not null,
  arguments_json text not null,
  arguments_digest text not null,
  definition_digest text not null,
  policy_version integer not null,
  policy_digest text not null,
  rationale text not null,
  options_json text not null,
  state text not null,
  created_at text not null,
  expires_at text not null,
  owner text not null,
  decided_at text,
  decided_by text,
  chosen_option text,
  comment text,
  stop_agent integer not null,
  unheard integer not null,
  moved_at text not null
);
create index approvals_by_state on approvals (agent, state);
create index approvals_by_digest on approvals (agent, arguments_digest);
create index approvals_by_move on approvals (moved_at);

-- Without a row id of its own, so that a call is one page to write; ids of one process follow each other.
create table calls (
  call_id text primary key,
  agent text not null,
  principal text not null,
  session text not null,
  name text not null,
  server text not null,
  tool text not null,
  arguments_json text not null,
  context_json text not null,
  verdict text not null,
  rationale text not null,
  policy_version integer,
  policy_digest text,
  error_json text,
  decided_at text not null,
  status text,
  duration_ms real,
  end_error_json text,
  violation_type text,
  ended_at text
) without rowid;

-- `event` is canonical JSON and holds `prev`; `hash` is sha256(prev + event).
create table timeline (
  seq integer primary key,
  agent text not null,
  event text not null,
  hash text not null
);
create table timeline_head (seq integer not null, hash text not null);
insert into timeline_head (seq, hash) values (0, '');

create table changes (
  seq integer primary key autoincrement,
  topic text not null,
  agent text not null,
  key text not null
);

-- `view` is whose compositor it is; an agent's own is what mounts the servers that are wanted.
create table instances (
  id text primary key,
  agent text not null,
  view text not null,
  machine text not null,
  pid integer not null,
  started text not null,
  seen_at text not null
);

-- Two compositors of one agent each have their own row of a mount.
create table mounts (
  agent text not null,
  view text not null,
  name text not null,
  owner text not null,
  origin text not null,
  pinned integer not null,
  spec_digest text not null,
  launch_json text,
  state_json text not null,
  sandbox text not null,
  restarts integer not null,
  since text not null,
  stderr_json text not null,
  stderr_lines integer not null,
  primary key (agent, view, name, owner)
);

-- What was wished at run time. `mount_key` makes names that count as one the same row. No spec, and the digest of the
-- configured one: that is not wanted any more.
create table wanted_mounts (
  agent text not null,
  mount_key text not null,
  name text not null,
  spec_json text,
  configured_digest text,
  wanted_at text not null,
  primary key (agent, mount_key)
);

create table definitions (
  agent text not null,
  server text not null,
  tool text not null,
  accepted_json text not null,
  accepted_digest text not null,
  observed_json text,
  observed_digest text,
  changed_at text,
  accepted_by text,
  primary key (agent, server, tool)
);

-- A row is a stopped agent. Every call that is to run looks here first.
create table abort_latches (
  agent text primary key,
  at text not null,
  by text not null,
  reason text not null
) without rowid;

create table turns (
  agent text primary key,
  turns integer not null,
  yielded_at text not null
);

create table chat_messages (
  seq integer primary key autoincrement,
  id text not null unique,
  agent text not null,
  author text not null,
  mime text not null,
  ts text not null,
  bytes integer not null,
  content text not null
);
create index chat_messages_by_agent on chat_messages (agent, seq);
create index chat_messages_by_author on chat_messages (agent, author, seq);
-- `seq` is that of the last message the reader took.
create table chat_marks (
  agent text not null,
  reader text not null,
  seq integer not null,
  primary key (agent, reader)
);

create table resource_subscriptions (
  seq integer primary key autoincrement,
  agent text not null,
  principal text not null,
  server text not null,
  uri text not null,
  added_at text not null,
  unique (agent, principal, server, uri)
);
create table list_subscriptions (
  agent text not null,
  principal text not null,
  server text not null,
  primary key (agent, principal, server)
);
create table subscription_presets (
  agent text not null,
  principal text not null,
  name text not null,
  resources_json text not null,
  lists_json text not null,
  primary key (agent, principal, name)
);
