import { type Disk, type DurableFile, machineDisk } from '../disk.ts'

/** One write to a file. */
type DiskWrite = { file: DurableFile; path: string; bytes: Buffer; position: number }

/** The machine's disk, but for its writes to files. @param write makes one, by the file itself or not at all */
export const diskWritingBy = (write: (request: DiskWrite) => Promise<void>): Disk => ({
  ...machineDisk,
  open: async (path) => {
    const file = await machineDisk.open(path)
    return { ...file, write: (bytes, position) => write({ file, path, bytes, position }) }
  },
})
