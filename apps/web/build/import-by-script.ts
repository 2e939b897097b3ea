import type { Plugin, Rolldown } from 'vite'

/**
 * Replaces `import()`, a syntax error in Firefox before 67, by module scripts. Each lazily loaded chunk imports
 * itself and registers its exports under its file name. The counterpart is in `src/legacy`.
 */
export function importByScript(): Plugin {
  return {
    name: 'wardtrack:import-by-script',
    generateBundle: {
      // Runs after Vite has added the styles of each import to the chunks.
      order: 'post',
      handler: (_options, bundle) => {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const loadedLater = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
        for (const chunk of chunks)
          chunk.code =
            withoutImportCalls(chunk.code) + (loadedLater.has(chunk.fileName) ? registrationOf(chunk) : '')
      },
    },
  }
}

const withoutImportCalls = (code: string): string =>
  code
    .replaceAll(/\bimport\(/g, 'window.__wardtrackImport(')
    // Vite checks for `import.meta.resolve`, but Firefox 60 does not know `import.meta`.
    .replaceAll(/\bimport\.meta\b/g, '({url:location.href})')

function registrationOf({ fileName }: Rolldown.OutputChunk): string {
  const file = fileName.slice(fileName.lastIndexOf('/') + 1)
  return `\nimport*as __self from"./${file}";window.__wardtrackChunks["${file}"]=__self;`
}
