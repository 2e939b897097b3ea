import { AtRule, type Container, Declaration, type Plugin, type Rule } from 'postcss'

/** Splits the arguments of a CSS function at the commas outside nested parentheses. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim())
}

/** Returns the index of the parenthesis that closes the one at `open`. */
function closingOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** Replaces each call of the functions that `name` matches by the result of `replace` for its arguments. */
function replaceFunction(value: string, name: RegExp, replace: (parts: string[]) => string): string {
  const found = name.exec(value)
  if (!found) return value
  const open = found.index + found[0].length - 1
  const close = closingOf(value, open)
  const inner = replace(splitArguments(value.slice(open + 1, close)))
  return replaceFunction(value.slice(0, found.index) + inner + value.slice(close + 1), name, replace)
}

/** Converts a value for browsers of 2018: the window's height, the last limit, and the main colour of a mix. */
export function legacyValue(value: string): string {
  const heights = value.replaceAll(/(\d)d(vh|vw)\b/g, '$1$2')
  const limits = replaceFunction(heights, /(?<![\w-])(?:min|max|clamp)\(/, (parts) => `calc(${parts.at(-1)})`)
  return replaceFunction(limits, /(?<![\w-])color-mix\(/, ([, first = 'transparent']) =>
    first.replace(/ \d+%$/, ''),
  )
}

/** Converts newer selectors. A card is framed on any focus inside it. */
export const legacySelector = (selector: string): string =>
  selector.replaceAll(/:focus-within:has\([^)]*\)/g, ':focus-within').replaceAll(':focus-visible', ':focus')

const declared = (rule: Rule, property: string): string | undefined =>
  rule.nodes.findLast((node): node is Declaration => node.type === 'decl' && node.prop === property)?.value

/** Returns margins that replace `gap` in a flex container of one line. */
function gapAsMargins(rule: Rule): Rule | undefined {
  const gap = declared(rule, 'gap')
  if (!gap || !declared(rule, 'display')?.endsWith('flex')) return undefined
  const [rows = '0', columns = rows] = gap.split(/\s+/)
  const vertical = declared(rule, 'flex-direction')?.startsWith('column')
  const margins = rule.clone({
    selectors: rule.selectors.map((selector) => `${selector} > * + *`),
    nodes: [],
  })
  const { source } = rule
  return margins.append(
    vertical
      ? new Declaration({ prop: 'margin-top', value: rows, source })
      : new Declaration({ prop: 'margin-left', value: columns, source }),
  )
}

/** Wraps a rule in the media query of its original. */
function withConditions(rule: Rule, parent: Container | undefined): Rule | AtRule {
  if (parent?.type !== 'atrule') return rule
  return (parent as AtRule).clone({ nodes: [] }).append(rule)
}

/** Width of the open side menu in pixels: the difference between the widths of window and content. */
const MENU_WIDTH = 300

/** Converts conditions on the width of the content to conditions on the width of the window. */
export const asMediaQuery = (params: string): string =>
  params
    .replace(/^[\w-]+ (?=\()/, '')
    .replaceAll(
      /(width[^\d]*)(\d+)px/g,
      (_all, before: string, width: string) => `${before}${Number(width) + MENU_WIDTH}px`,
    )

/**
 * Styles for the legacy build. Firefox 60 knows the gap of grids by its first name, `grid-gap`. Flex gaps are newer,
 * and `@supports` cannot detect them. It can detect `inset`, which all browsers added within a year of flex gaps. The
 * margins come first, so that explicit margins of the styles take precedence.
 */
export const legacyCss = (): Plugin => ({
  postcssPlugin: 'wardtrack:legacy-css',
  Once(root) {
    root.walkAtRules('container', (query) => {
      query.name = 'media'
      query.params = asMediaQuery(query.params)
    })
    const margins = new AtRule({ name: 'supports', params: 'not (inset: 0)', source: root.source })
    root.walkRules((rule) => {
      const replacement = gapAsMargins(rule)
      if (replacement) margins.append(withConditions(replacement, rule.parent))
      rule.selector = legacySelector(rule.selector)
    })
    root.walkDecls((declaration) => {
      declaration.value = legacyValue(declaration.value)
      if (declaration.prop === 'gap') declaration.cloneBefore({ prop: 'grid-gap' })
    })
    if (margins.nodes?.length) root.prepend(margins)
  },
})
