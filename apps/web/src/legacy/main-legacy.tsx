import './polyfills.ts'
import { legacyLogicalPropertiesTransformer, StyleProvider } from '@ant-design/cssinjs'
import type { ReactNode } from 'react'
import { start } from '../start.tsx'

/** Exports of chunks by file name; each lazily loaded chunk registers itself. */
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
      // The next attempt fetches it again.
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

/** Replacement of `import()` in the legacy build, because Firefox before 67 does not know it. */
page.__wardtrackImport = (path) => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const loaded = chunks[file]
  if (loaded) return Promise.resolve(loaded)
  const pending = loading.get(file) ?? load(file)
  loading.set(file, pending)
  return pending
}

const transformers = [legacyLogicalPropertiesTransformer]

/** Provides antd's styles without `:where()` and logical properties, which these browsers do not know. */
const LegacyStyles = ({ children }: { readonly children: ReactNode }) => (
  <StyleProvider hashPriority="high" transformers={transformers}>
    {children}
  </StyleProvider>
)

start(LegacyStyles)
