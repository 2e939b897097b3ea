import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StandaloneSettings } from './config.ts'

/**
 * The secrets of the audit log that the server has: those of the settings, else the one that it made at its first start.
 * @throws Error when there are none: a command beside the server makes none
 */
export async function readAuditSecrets(
  settings: Pick<StandaloneSettings, 'JWT_SECRET' | 'WARDTRACK_AUDIT_SECRET'>,
  dataDir: string,
): Promise<readonly [string, ...string[]]> {
  if (settings.WARDTRACK_AUDIT_SECRET) return settings.WARDTRACK_AUDIT_SECRET
  return [settings.JWT_SECRET ?? (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim()]
}
