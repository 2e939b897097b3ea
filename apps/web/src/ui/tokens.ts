import type { Tokens } from './tokens.types.ts'
import { light } from './tokens-light.ts'

const green = { fill: '#57C785', edge: '#120D02', glyph: '#120D02' }

const dark: Tokens = {
  scheme: 'dark',
  bg: '#0C121C',
  surface: '#141C29',
  raised: '#1B2535',
  sunken: '#0F1622',
  menu: '#101824',
  hover: '#1A2434',
  selected: '#1B2A4D',
  line: '#263244',
  lineStrong: '#3A4860',
  control: '#6C7A93',
  text: '#EDF1F7',
  text2: '#B8C2D2',
  text3: '#93A0B5',
  disabled: '#5F6C82',
  primary: '#3D63DD',
  primaryHover: '#4469E0',
  primaryActive: '#3558C6',
  primaryBg: '#1B2A4D',
  primaryLine: '#35508F',
  onPrimary: '#FFFFFF',
  link: '#8FAEFF',
  ok: { fg: '#6FD197', bg: '#12301F', line: '#245C3B' },
  use: { fg: '#6CC5EC', bg: '#0E2C3C', line: '#1F5673' },
  warn: { fg: '#F3C25A', bg: '#33270C', line: '#6A5118' },
  warnIcon: '#F3C25A',
  bad: { fg: '#FF9088', bg: '#3A1815', line: '#7A2F29' },
  badSolid: '#D0453C',
  off: { fg: '#93A0B5', bg: '#1E2838', line: '#93A0B5' },
  fence: '#FF5A4F',
  mask: 'rgba(4,8,14,.45)',
  spotlight: '#2A3850',
  focusHalo: 'rgba(143,174,255,.38)',
  chart: ['#FFDC80', '#D9A06C', '#94A7B9', '#5C9DF0', '#5B62D6'],
  shadow2: '0 4px 12px rgba(0,0,0,.45), 0 1px 3px rgba(0,0,0,.40), 0 0 0 1px #3A4860',
  shadow3: '0 16px 40px rgba(0,0,0,.60), 0 2px 8px rgba(0,0,0,.45), 0 0 0 1px #3A4860',
  screenTrace: '#6FD197',
  plan: {
    paper: '#111926',
    corridor: '#161F2D',
    patient: '#1D2838',
    clinical: '#1A2C30',
    utility: '#2A2720',
    staff: '#27233A',
    core: '#202A3A',
    wall: '#8795AC',
    furniture: '#3F4D63',
    label: '#A9B5C7',
  },
  marker: {
    rest: { fill: '#F5B82E', edge: '#120D02', glyph: '#120D02' },
    infusing: { fill: '#FFF1C4', edge: '#120D02', glyph: '#120D02' },
    offline: { fill: '#141C29', edge: '#93A0B5', glyph: '#93A0B5' },
    hovered: green,
    equipment: green,
    clinician: { fill: '#8AD6F8', edge: '#120D02', glyph: '#120D02' },
    patient: { fill: '#B06BE0', edge: '#120D02', glyph: '#120D02' },
    pin: green,
    monitor: { fill: '#EDF1F7', edge: '#120D02', glyph: '#120D02' },
  },
}

export type { MarkerPaint, Tokens } from './tokens.types.ts'

/** Tokens of both colour schemes. */
export const tokens: { readonly light: Tokens; readonly dark: Tokens } = { light, dark }

/** Sizes in CSS pixels that several parts of the console use. */
export const sizes = {
  menu: 300,
  menuCollapsed: 70,
  header: 56,
  footer: 32,
  /** Width below which the phone layout is used: menu as a drawer, touch targets of at least 44. */
  phoneBelow: 768,
} as const
