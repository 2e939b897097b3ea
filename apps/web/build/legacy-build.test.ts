import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type Token } from 'acorn'
import { parse as parseCss } from 'postcss'
import { describe, expect, it } from 'vitest'

const dist = join(import.meta.dirname, '../dist')
const folder = join(dist, 'assets/legacy')
const files = (ending: string): string[] => readdirSync(folder).filter((file) => file.endsWith(ending))
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** True for a pattern that Firefox before 78 refuses: lookbehind and named groups, properties, newer flags. */
const isNewPattern = ({ type, value }: Token): boolean =>
  type.label === 'regexp' && (/\(\?<|\\[pP]\{/.test(value.pattern) || /[sdv]/.test(value.flags))

/** Returns the reason why a browser of 2018 would refuse a script; undefined if it accepts it. */
function refusal(code: string): string | undefined {
  const patterns: string[] = []
  try {
    // Chrome 70 and Firefox 60 know optional catch bindings, but not both know import() and import.meta.
    parse(code, {
      ecmaVersion: 2019,
      sourceType: 'module',
      onToken: (token) => {
        if (isNewPattern(token)) patterns.push(String(token.value.value))
      },
    })
  } catch (cause) {
    return String(cause)
  }
  return patterns[0]
}

describe('the build for Chrome 70 and Firefox 60', () => {
  it('uses only syntax that both of them read', () => {
    expect(files('.js').length).toBeGreaterThan(20)
    const refused = files('.js').flatMap((file) => {
      const reason = refusal(textOf(file))
      return reason ? [`${file}: ${reason}`] : []
    })
    expect(refused).toEqual([])
  })

  it('has every chunk that its chunks load lazily, and each registers its exports', () => {
    const loaded = files('.js').flatMap((file) =>
      [...textOf(file).matchAll(/__wardtrackImport\([`"']\.\/([^`"']+)[`"']\)/g)].map(
        ([, name]) => name ?? '',
      ),
    )
    expect(loaded.length).toBeGreaterThan(20)
    for (const file of loaded) expect(textOf(file)).toContain(`window.__wardtrackChunks["${file}"]=__self`)
  })

  it('has styles without newer heights, functions and selectors', () => {
    const sheets = files('.css').map(textOf).join('\n')
    expect(sheets).not.toMatch(/\d(?:dvh|dvw)\b/)
    expect(sheets).not.toMatch(/(?<![\w-])(?:min|max|clamp|color-mix)\(/)
    expect(sheets).not.toMatch(/:focus-visible|@container|:focus-within:has/)
  })

  it('uses no layout that Chrome 70 or Firefox 60 does not know', () => {
    const newer =
      /^(?:inset|aspect-ratio|translate|scale|rotate|(?:row|column)-gap|(?:margin|padding|inset)-(?:inline|block))$/
    const unknown: string[] = []
    for (const root of files('.css').map((file) => parseCss(textOf(file)))) {
      root.walkDecls(({ prop, value, parent }) => {
        if (newer.test(prop) || /\b(?:max-content|fit-content|anchor\()/.test(value))
          unknown.push(`${prop}: ${value}`)
        const named = parent?.some((node) => node.type === 'decl' && node.prop === 'grid-gap')
        if (prop === 'gap' && !named) unknown.push(`gap without grid-gap: ${value}`)
      })
      root.walkRules(({ selector }) => {
        if (/:where\(|&|@layer/.test(selector)) unknown.push(selector)
      })
      root.walkAtRules('layer', ({ params }) => void unknown.push(`@layer ${params}`))
    }
    expect(unknown).toEqual([])
  })

  it('is named by the page, after the check that chooses the build', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    const script = /src="\/assets\/browser-check\.js" data-legacy-script="\/([^"]+)"/.exec(page)?.[1]
    expect(script).toBeDefined()
    expect(existsSync(join(dist, script ?? ''))).toBe(true)
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('is chosen by a script that even Internet Explorer reads', () => {
    const check = readFileSync(join(dist, 'assets/browser-check.js'), 'utf8')
    expect(() => parse(check, { ecmaVersion: 5 })).not.toThrow()
  })
})
