import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const CHECK = readFileSync(join(import.meta.dirname, '../public/assets/browser-check.js'), 'utf8')
const agents = {
  explorer: 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/64.0.3282 Safari/537.36 Edge/17.17134',
  chrome69: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/69.0.3497 Safari/537.36',
  chrome70: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/70.0.3538 Safari/537.36',
  firefox59: 'Mozilla/5.0 (Windows NT 10.0; rv:59.0) Gecko/20100101 Firefox/59.0',
  firefox60: 'Mozilla/5.0 (Windows NT 10.0; rv:60.0) Gecko/20100101 Firefox/60.0',
  chrome140: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}

/** Runs the check as the named browser would. @returns build that the check chose */
function decide(agent: string, isModern: boolean) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  vi.stubGlobal('OffscreenCanvas', isModern ? () => undefined : undefined)
  Object.defineProperty(HTMLScriptElement.prototype, 'noModule', { value: false, configurable: true })
  // The check is a script of index.html, not a module; a browser also runs it this way.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(CHECK)()
  return document.documentElement.dataset['browser']
}

describe('the browser check', () => {
  beforeEach(() => {
    document.documentElement.removeAttribute('data-browser')
    document.head.innerHTML = ''
    document.body.innerHTML =
      '<div id="root"></div><script data-legacy-script="/assets/legacy/main.js" type="text/plain"></script>'
    window.location.hash = '/devices'
  })
  afterEach(() => vi.restoreAllMocks())

  it.each([agents.explorer, agents.edge, agents.chrome69, agents.firefox59])(
    'redirects a browser that is too old to not_support, on every page: %s',
    (agent) => {
      expect(decide(agent, false)).toBe('unsupported')
      expect(window.location.hash).toBe('#/not_support')
      expect(document.body.textContent).toContain('Please use Chrome 70+ or Firefox 60+.')
      expect(document.querySelector('head script')).toBeNull()
    },
  )

  it.each([agents.chrome70, agents.firefox60])('loads the build for older browsers: %s', (agent) => {
    expect(decide(agent, false)).toBe('legacy')
    expect(document.querySelector('head script')?.getAttribute('src')).toBe('/assets/legacy/main.js')
    expect(window.location.hash).toBe('#/devices')
  })

  describe('in a browser with Trusted Types', () => {
    type Policy = {
      createHTML: (text: string) => string | null
      createScriptURL: (address: string) => string | null
    }
    const createPolicy = vi.fn<(name: string, policy: Policy) => void>()
    const policy = (): Policy => {
      vi.stubGlobal('trustedTypes', { createPolicy })
      decide(agents.chrome140, true)
      const [name, made] = createPolicy.mock.lastCall ?? []
      expect(name).toBe('default')
      if (!made) throw new Error('no policy was made')
      return made
    }
    afterEach(() => vi.unstubAllGlobals())

    it.each(['<img src=x onerror=alert(1)>', 'a</style><script>', '<!-- -->', '<?xml ?>', '<B>'])(
      'refuses HTML: %s',
      (text) => expect(policy().createHTML(text)).toBeNull(),
    )
    it('allows styles', () => {
      const styles = '.a > .b { width: 1px } @media (width < 600px) { .a { color: red } }'
      expect(policy().createHTML(styles)).toBe(styles)
    })
    it.each([
      'https://elsewhere.example/assets/a.js',
      '//elsewhere.example/assets/a.js',
      'data:,alert(1)',
      'javascript:a',
    ])('refuses a script from another origin: %s', (address) =>
      expect(policy().createScriptURL(address)).toBeNull(),
    )
    it.each(['/assets/legacy/main.js', './assets/a.js', 'assets/a.js'])(
      "allows the console's scripts: %s",
      (address) => expect(policy().createScriptURL(address)).toBe(address),
    )
    it('refuses to create a script from text', () => {
      expect(Object.keys(policy())).toEqual(['createHTML', 'createScriptURL'])
    })
  })

  it('leaves a modern browser to the script of the page', () => {
    expect(decide(agents.chrome140, true)).toBe('modern')
    expect(document.querySelector('head script')).toBeNull()
  })
})
