import { type Disk, type DurableFile, machineDisk } from '../disk.ts'

/** One write to a file. */
type DiskWrite = { file: DurableFile; path: string; bytes: Buffer; position: number }

/** Creates the machine's disk with other writes. @param write makes a write, through the file or not at all */
export const diskWritingBy = (write: (request: DiskWrite) => Promise<void>): Disk => ({
  ...machineDisk,
  open: async (path) => {
    const file = await machineDisk.open(path)
    return { ...file, write: (bytes, position) => write({ file, path, bytes, position }) }
  },
})
