import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { expect, test } from 'vitest'
import { fillForBackup, runCommand, setUpBackupTest } from '../testing/backup-test.ts'
import { startProduct } from '../testing/running-product.ts'

const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 1)
const LIMIT = 60_000 + ROUNDS * 10_000
const backupTest = setUpBackupTest(LIMIT)

test(
  "leaves no file under the backup's name and nothing in the data directory when a backup is killed",
  async () => {
    await fillForBackup(backupTest)
    const { home, dataDir } = backupTest
    const file = join(home, 'killed.backup')
    for (let round = 0; round < ROUNDS; round += 1) {
      const { code } = await runCommand('backup', [file], { dataDir, kill: 100 + Math.random() * 900 })
      if (code === null) expect(await readdir(home)).not.toContain('killed.backup')
      await rm(file, { force: true })
    }
    await backupTest.product.stop()
    backupTest.product = await startProduct(dataDir)
    expect((await readdir(join(dataDir, 'store'))).filter((name) => name.includes('backup'))).toEqual([])
    expect((await runCommand('backup', [file], { dataDir })).code).toBe(0)
    const restore = [file, join(home, 'restored'), '--key', join(dataDir, 'encryption-key')]
    expect((await runCommand('restore', restore, { dataDir })).code).toBe(0)
    noteFaultRuns({ kind: 'kill -9: a backup', runs: ROUNDS })
  },
  LIMIT,
)
