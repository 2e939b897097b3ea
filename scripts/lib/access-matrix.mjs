const HEAD = `# Who may make which call

Made from the contract by \`npm run access-matrix\`. What a caller may not do is answered 401 (nobody is known) or 403. That each
row is so is asserted for every call by \`apps/standalone/src/contract-walk.test.ts\` (nobody) and
\`apps/standalone/src/contract-walk.access.test.ts\` (a session without its pages, a session with each of its pages, a key, a
key of another scope) and by \`attack/src/access-matrix.test.ts\` on the running product (forged,
ended and misplaced tokens, other spellings of addresses).

A session is one that a password, and a code where one is asked for, has begun. *Pages*: a session of somebody who may open
one of them. *Key*: an ingestion key with that scope. *Patients*: without the patient-data flag the call answers as if
patients did not exist (\`apps/standalone/src/patient-rule.test.ts\`). A session that has a password to change or a second
factor to set up may make the calls that are marked with it, and no others.
`

/** Returns the cell with the callers that the contract permits for a call. */
function accessCell({ access }, variants) {
  if (variants) return `each {${variants.param}}: its page among ${access.pages.join(', ')}`
  if (access.kind === 'public') return 'everybody'
  if (access.kind === 'session') return 'a session'
  return access.kind === 'key' ? `a key: ${access.scope}` : `pages: ${access.pages.join(', ')}`
}

/**
 * Creates the page of calls and their permitted callers.
 * @param {Record<string, { route: object, patient?: boolean, shapes?: object }>} calls of the contract, by operation id
 * @param {Record<string, string>} bases base addresses of the services
 * @returns {string}
 */
export function accessMatrix(calls, bases) {
  const rows = Object.entries(calls).map(([name, { route, patient, shapes: { variants } = {} }]) => ({
    service: route.service,
    text: `| ${name} | \`${route.method} ${bases[route.service]}${route.path}\` | ${accessCell(route, variants)} | ${patient ? 'yes' : ''} | ${(route.openDuringSetup ?? []).join(', ')} |`,
  }))
  const services = [...new Set(rows.map(({ service }) => service))]
  const tables = services.map((service) => {
    const lines = rows.filter((row) => row.service === service).map(({ text }) => text)
    return `\n## ${service}\n\n| call | address | who | patients | during set-up |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
  })
  return HEAD + tables.join('')
}
