import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * Hides all files that this process and its children create from other accounts of the machine. The data directory
 * holds patients' names and places, both in the store's files and in logs.
 */
export function restrictFilesToOwner(): void {
  process.umask(0o077)
}

const MIN_SECRET_LENGTH = 32

/**
 * Reads a secret of the installation, or creates it at the first start, readable by its owner alone. The file appears
 * complete or not at all, even when the start is interrupted.
 * @throws Error when the file holds no secret: signing with an empty or a cut one would be worse than not starting
 */
export async function readOrCreateSecret(path: string): Promise<string> {
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    if (secret.length >= MIN_SECRET_LENGTH) return secret
    throw new Error(`${path} holds no secret of ${MIN_SECRET_LENGTH} characters; remove it to have one made`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(temporary, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await link(temporary, path)
  } catch (error) {
    // Another process of the installation created it in the same moment: this process uses that secret.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return readOrCreateSecret(path)
}
