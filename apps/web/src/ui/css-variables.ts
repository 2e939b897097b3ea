import { type Tokens, tokens } from './tokens.ts'

const kebab = (name: string): string => name.replaceAll(/([A-Z]|\d+)/g, (part) => `-${part.toLowerCase()}`)

/**
 * Returns the tokens as CSS custom properties: `bg` becomes `--c-bg`, `ok.line` becomes `--c-ok-line`, `chart[0]`
 * becomes `--c-chart-1`.
 */
export function cssVariables(scheme: Tokens): Record<string, string> {
  const variables: Record<string, string> = {}
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string') variables[`--c-${name}`] = value
    else if (Array.isArray(value))
      for (const [index, step] of value.entries()) add(`${name}-${index + 1}`, step)
    else if (typeof value === 'object' && value !== null)
      for (const [member, part] of Object.entries(value)) add(`${name}-${kebab(member)}`, part)
  }
  for (const [name, value] of Object.entries(scheme)) if (name !== 'scheme') add(kebab(name), value)
  return variables
}

/** Applies a colour scheme to the document. Called before the first render, so that no other colour flashes. */
export function paintDocument(scheme: 'light' | 'dark', root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(cssVariables(tokens[scheme])))
    root.style.setProperty(name, value)
  root.dataset.scheme = scheme
  root.style.colorScheme = scheme
}
