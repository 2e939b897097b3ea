import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Counts the files below a folder and their bytes; zero without a folder. */
export async function folderSize(dir: string): Promise<{ count: number; bytes: number }> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          // The file was deleted after the folder was read.
          () => undefined,
        ),
      ),
  )
  const present = sizes.filter((size) => size !== undefined)
  return { count: present.length, bytes: present.reduce((sum, size) => sum + size, 0) }
}
