import { type Disk, machineDisk } from '../storage/disk.ts'

/** Disk of this machine whose writes a test can hold and then refuse. */
export type HoldingDisk = Disk & {
  /** from now on writes wait for `release` or `refuse` */
  hold(): void
  /** held writes fail, and so do all others until `release` */
  refuse(): void
  /** writes succeed, including held ones */
  release(): void
}

/** Creates a disk that accepts all writes. */
export function createHoldingDisk(): HoldingDisk {
  let isRefusing = false
  let held: Promise<void> | undefined
  let letGo: () => void = () => undefined
  const proceed = (refusing: boolean): void => {
    isRefusing = refusing
    held = undefined
    letGo()
  }
  const admitted = async (): Promise<void> => {
    await held
    if (isRefusing) throw new Error('the disk is broken')
  }
  return {
    ...machineDisk,
    open: async (path) => {
      const file = await machineDisk.open(path)
      const write = async (bytes: Buffer, position: number): Promise<void> => {
        await admitted()
        await file.write(bytes, position)
      }
      return { ...file, write }
    },
    create: async (path, size) => {
      await admitted()
      await machineDisk.create(path, size)
    },
    hold: () => {
      held ??= new Promise((resolve) => {
        letGo = resolve
      })
    },
    refuse: () => proceed(true),
    release: () => proceed(false),
  }
}
