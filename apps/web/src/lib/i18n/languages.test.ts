import { afterEach, describe, expect, it, vi } from 'vitest'
import { matchLanguage, resolveLanguage, storeChoice, storedChoice } from './languages.ts'

describe('the language of the console', () => {
  afterEach(() => vi.restoreAllMocks())

  it("is the browser's first language with a translation, regardless of region", () => {
    expect(matchLanguage(['de-AT', 'en'])).toBe('de')
    expect(matchLanguage(['fr-CH', 'es-419', 'en'])).toBe('es')
    expect(matchLanguage(['en-US'])).toBe('en-GB')
    expect(matchLanguage(['DE'])).toBe('de')
  })

  it('is English if the browser wants no translated language', () => {
    expect(matchLanguage(['fr', 'it'])).toBe('en-GB')
    expect(matchLanguage([])).toBe('en-GB')
    expect(matchLanguage(['deseret'])).toBe('en-GB')
  })

  it('follows a stored choice before the browser', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-ES'])
    expect(storedChoice()).toBe('browser')
    expect(resolveLanguage(storedChoice())).toBe('es')
    storeChoice('de')
    expect(resolveLanguage(storedChoice())).toBe('de')
    storeChoice('browser')
    expect(storedChoice()).toBe('browser')
    localStorage.setItem('wardtrack.language', 'tlh')
    expect(storedChoice()).toBe('browser')
  })
})
