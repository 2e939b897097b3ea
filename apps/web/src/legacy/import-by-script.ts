/** Exports of a chunk, by its file name; each chunk that may be loaded later registers itself. */
type Chunks = Record<string, object | undefined>

const page = window as Window & {
  __wardtrackChunks?: Chunks
  __wardtrackImport?: (path: string) => Promise<object>
}
const FOLDER = '/assets/legacy/'
const loading = new Map<string, Promise<object>>()
const chunks: Chunks = {}
page.__wardtrackChunks = chunks

const load = (file: string): Promise<object> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (): void => {
      // The next try fetches it again.
      loading.delete(file)
      script.remove()
      reject(new TypeError(`Failed to fetch ${file}`))
    }
    script.type = 'module'
    script.src = FOLDER + file
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const chunk = chunks[file]
      if (chunk) resolve(chunk)
      else fail()
    })
    document.head.append(script)
  })

/** What `import()` becomes in the legacy build: Firefox before 67 does not know it. */
page.__wardtrackImport = (path) => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const loaded = chunks[file]
  if (loaded) return Promise.resolve(loaded)
  const pending = loading.get(file) ?? load(file)
  loading.set(file, pending)
  return pending
}
