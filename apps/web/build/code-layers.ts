import { dirname, join, resolve } from 'node:path'

interface ModuleInfo {
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => ModuleInfo | null
}

const src = (path: string): string => resolve(import.meta.dirname, '../src', path)

/**
 * Chunks in layers, each based on the previous ones: imports of the entry, of login, of the frame of other pages, and
 * of the table. By default the bundler creates a chunk for every set of modules that the same pages share. These
 * would be nearly a hundred, each compressed separately.
 */
const LAYERS: readonly (readonly [name: string, modules: readonly string[]])[] = [
  ['entry', ['main.tsx', 'legacy/main-legacy.tsx']],
  [
    'base',
    [
      'app/root.tsx',
      'lib/i18n/i18n.ts',
      'pages/login/login.page.tsx',
      'pages/plain/no-credentials.page.tsx',
      'pages/plain/not-supported.page.tsx',
    ],
  ],
  [
    'frame',
    [
      'app/frame.tsx',
      'app/guard.tsx',
      'app/shell/shell.tsx',
      'ui/empty-state.tsx',
      'ui/age-label.tsx',
      'ui/loading-panel.tsx',
      'ui/page-toolbar.tsx',
      'lib/i18n/formats.ts',
      'lib/save-file.ts',
      'features/asset-display/asset-picture.tsx',
      'features/asset-display/state-chips.tsx',
      'features/saved-filters/saved-filters.query.ts',
    ],
  ],
  ['table', ['ui/data-table/data-table.tsx', 'ui/pager.tsx']],
]

const ANTD = /[\\/]antd[\\/]es[\\/]index\.js$/
/** Indexes of packages of which each importer uses only a part: all icons, all of i18next's components. */
const PACKAGE_INDEX =
  /[\\/](?:lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs|react-i18next[\\/]dist[\\/]es[\\/]index\.js)$/
/** Icons, too small for separate chunks. Icons of several modules are in the frame, others with their module. */
const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/
const FEATURE_INDEX = /[\\/]src[\\/]features[\\/].*[\\/]index\.ts$/

/** Parts of antd's components. They have no side effects, but their packages do not declare that. */
const ANTD_PART = /[\\/]node_modules[\\/]@rc-component[\\/].*\.js$/

/**
 * Modules without side effects, of which only the imported names are bundled. An import of one part of a feature's
 * index then does not add all of them, and a table with selectable rows does not add antd's Tree.
 */
export const modulesWithoutEffects = {
  moduleSideEffects: [
    { test: FEATURE_INDEX, sideEffects: false },
    { test: ANTD_PART, sideEffects: false },
  ],
}

const NAMED = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

interface NamedImport {
  readonly names: readonly string[]
  readonly from: string
}

/**
 * Returns the names that a module imports or re-exports.
 * @param side side of `A as B`: the first is the imported name, the last the exported name of an index
 */
const namedImports = (code: string | null, side: 'first' | 'last' = 'first'): NamedImport[] =>
  [...(code ?? '').matchAll(NAMED)].map(([, list = '', from = '']) => ({
    names: list
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .split(/\s+/)
            .at(side === 'first' ? 0 : -1) ?? '',
      )
      .filter(Boolean),
    from,
  }))

/** Returns the module of a component in antd's index: `DatePicker` is `date-picker/index.js` beside it. */
const antdModule = (index: string, name: string): string =>
  join(dirname(index), name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase(), 'index.js')

/** Returns the modules that a module imports. An index is replaced by the modules of the names imported from it. */
function importsOfModule(id: string, info: ModuleInfo, graph: ModuleGraph): string[] {
  const named = namedImports(info.code)
  return info.importedIds.flatMap((imported): string[] => {
    if (ANTD.test(imported))
      return named
        .filter(({ from }) => from === 'antd')
        .flatMap(({ names }) => names.map((name) => antdModule(imported, name)))
    if (!FEATURE_INDEX.test(imported) && !PACKAGE_INDEX.test(imported)) return [imported]
    const wanted = new Set(
      named
        .filter(({ from }) => resolve(dirname(id), from) === imported || imported.includes(`/${from}/dist/`))
        .flatMap(({ names }) => names),
    )
    return exportsOf(imported, graph)
      .filter(({ names }) => names.some((name) => wanted.has(name)))
      .map(({ module }) => module)
  })
}

/** Returns the modules that an index exports, with their exported names. */
function exportsOf(index: string, graph: ModuleGraph): { module: string; names: readonly string[] }[] {
  const exported = namedImports(graph.getModuleInfo(index)?.code ?? null, 'last')
  return exported.map(({ names, from }) => ({ module: resolve(dirname(index), from), names }))
}

/** Returns the icons that more than one module imports. */
function sharedIcons(graph: ModuleGraph, icon: string): Set<string> {
  const index = graph.getModuleInfo(icon)?.importers.find((id) => PACKAGE_INDEX.test(id)) ?? ''
  const uses = new Map<string, number>()
  for (const id of graph.getModuleInfo(index)?.importers ?? [])
    for (const { names, from } of namedImports(graph.getModuleInfo(id)?.code ?? null))
      if (from === 'lucide-react') for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
  const shared = exportsOf(index, graph).filter(
    ({ names }) => names.reduce((sum, name) => sum + (uses.get(name) ?? 0), 0) > 1,
  )
  return new Set(shared.map(({ module }) => module))
}

/** Returns every module that the given modules import, directly or indirectly. */
function importsOf(modules: readonly string[], graph: ModuleGraph): Set<string> {
  const seen = new Set<string>()
  const queue = [...modules]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const info = graph.getModuleInfo(id)
    if (info) queue.push(...importsOfModule(id, info, graph))
  }
  return seen
}

function layersOf(graph: ModuleGraph): Map<string, string> {
  const layers = new Map<string, string>()
  for (const [name, modules] of LAYERS)
    for (const id of importsOf(modules.map(src), graph)) if (!layers.has(id)) layers.set(id, name)
  return layers
}

/**
 * Modules that stay in their layer although the entry imports them dynamically. They import other modules of the
 * layer, and these import them. With separate chunks for both, one chunk would run before its imports.
 */
const WITHIN_LAYERS = new Set(['lib/i18n/i18n.ts'].map(src))

/**
 * Returns the function that names the chunk of each module. The result null leaves a module to the bundler, for
 * example dynamically imported pages and texts.
 */
export function codeLayers(): (id: string, graph: ModuleGraph) => string | null {
  let layers: Map<string, string> | undefined
  let icons: Set<string> | undefined
  const iconLayer = (id: string, graph: ModuleGraph): string | null => {
    if (!ICON.test(id)) return null
    icons ??= sharedIcons(graph, id)
    return icons.has(id) ? 'frame' : null
  }
  return (id, graph) => {
    layers ??= layersOf(graph)
    const opensByItself =
      !WITHIN_LAYERS.has(id) && (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
    return opensByItself || id.includes('/src/pages/') ? null : (layers.get(id) ?? iconLayer(id, graph))
  }
}
