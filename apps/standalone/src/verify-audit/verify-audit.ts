import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type AuditReport, createAuditKeys, verifyAuditLog } from '@wardtrack/access'
import { openDatabase } from '@wardtrack/database'
import { readAuditSecrets } from '../audit-secrets.ts'
import type { StandaloneSettings } from '../config.ts'
import { openStore } from '../embedded-store.ts'

type VerifySettings = Pick<
  StandaloneSettings,
  'WARDTRACK_DATA_DIR' | 'MONGODB_URI' | 'JWT_SECRET' | 'WARDTRACK_AUDIT_SECRET' | 'WARDTRACK_STORE'
>

/** Exit codes, which let scripts distinguish the outcomes. */
export const EXIT_CODE = { whole: 0, broken: 1, notVerified: 2 } as const

/**
 * Verifies the whole chain of the audit log without the server. On a MongoDB it works at any time, on the embedded store
 * while the server is stopped.
 * @param print prints a line for the caller
 * @returns the exit code
 */
export async function verifyAudit(settings: VerifySettings, print: (line: string) => void): Promise<number> {
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  if (!settings.MONGODB_URI && !existsSync(join(dataDir, 'store'))) {
    print(`There is no store in ${dataDir}: set WARDTRACK_DATA_DIR or MONGODB_URI as for the server.`)
    return EXIT_CODE.notVerified
  }
  try {
    const report = await readReport(settings, dataDir)
    for (const line of linesOf(report)) print(line)
    return report.broken ? EXIT_CODE.broken : EXIT_CODE.whole
  } catch (error) {
    print(`The audit log could not be verified: ${(error as Error).message}`)
    print('While the server runs on its embedded store, its page Audit Log verifies.')
    return EXIT_CODE.notVerified
  }
}

async function readReport(settings: VerifySettings, dataDir: string): Promise<AuditReport> {
  const keys = createAuditKeys(await readAuditSecrets(settings, dataDir))
  const store = await openStore(dataDir, settings.MONGODB_URI, settings.WARDTRACK_STORE)
  try {
    const db = await openDatabase(store.uri)
    try {
      return await verifyAuditLog(db, keys, {})
    } finally {
      await db.close()
    }
  } finally {
    await store.close?.()
  }
}

function linesOf({ entries, unkeyed, first, head, broken }: AuditReport): string[] {
  const followed = `${entries} entries followed, from number ${first ?? '-'} to ${head?.number ?? '-'}`
  return [
    unkeyed > 0 ? `${followed}, ${unkeyed} of them without a key.` : `${followed}.`,
    ...(head ? [`Newest entry: ${head.time.toISOString()}, ${head.hash}`] : []),
    broken
      ? `BROKEN at entry ${broken.number}: ${broken.fault}.`
      : 'The chain is whole. Compare the newest entry with a head that was kept elsewhere.',
  ]
}
