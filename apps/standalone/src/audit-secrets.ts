import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StandaloneSettings } from './config.ts'

/**
 * Reads the server's secrets of the audit log: those of the settings, or else the one generated at its first start.
 * @throws Error when none exists, because a command beside the server creates none
 */
export async function readAuditSecrets(
  settings: Pick<StandaloneSettings, 'JWT_SECRET' | 'WARDTRACK_AUDIT_SECRET'>,
  dataDir: string,
): Promise<readonly [string, ...string[]]> {
  if (settings.WARDTRACK_AUDIT_SECRET) return settings.WARDTRACK_AUDIT_SECRET
  return [settings.JWT_SECRET ?? (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim()]
}
