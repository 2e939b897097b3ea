/** The steps of one status tone: text and glyph, background, edge. */
export interface Tone {
  readonly fg: string
  readonly bg: string
  readonly line: string
}

/** How one marker is painted: its fill, its edge, and the glyph inside. */
export interface MarkerPaint {
  readonly fill: string
  readonly edge: string
  readonly glyph: string
}

/**
 * Every colour and shadow of the console, for one colour scheme. CSS variables, the antd theme, the map
 * engine and the charts are all made from this one object, so that no colour is written a second time.
 */
export interface Tokens {
  readonly scheme: 'light' | 'dark'
  readonly bg: string
  readonly surface: string
  readonly raised: string
  readonly sunken: string
  readonly menu: string
  readonly hover: string
  readonly selected: string
  readonly line: string
  readonly lineStrong: string
  /** Edges of inputs and boxes: at least 3:1 on every surface. */
  readonly control: string
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly disabled: string
  readonly primary: string
  readonly primaryHover: string
  readonly primaryActive: string
  readonly primaryBg: string
  readonly primaryLine: string
  readonly onPrimary: string
  /** Text links and the focus ring. In dark, `primary` is a fill only and text takes this. */
  readonly link: string
  readonly ok: Tone
  readonly use: Tone
  readonly warn: Tone
  /** Amber for icons that carry no word: lighter than `warn.fg` in light. */
  readonly warnIcon: string
  readonly bad: Tone
  /** Solid red: new alerts, counts, destructive buttons. White text on it. */
  readonly badSolid: string
  readonly off: Tone
  readonly fence: string
  readonly mask: string
  /** The raised part of a segmented control, and the background of tooltips in dark. */
  readonly spotlight: string
  readonly focusHalo: string
  /** Chart steps, weak to strong. */
  readonly chart: readonly [string, string, string, string, string]
  readonly shadow2: string
  readonly shadow3: string
  /** The curve on a drawn device's screen. */
  readonly screenTrace: string
  /** A drawn floor plan's parts. */
  readonly plan: {
    readonly paper: string
    readonly corridor: string
    readonly patient: string
    readonly clinical: string
    readonly utility: string
    readonly staff: string
    readonly core: string
    readonly wall: string
    readonly furniture: string
    readonly label: string
  }
  readonly marker: {
    readonly rest: MarkerPaint
    readonly infusing: MarkerPaint
    readonly offline: MarkerPaint
    readonly hovered: MarkerPaint
    readonly equipment: MarkerPaint
    readonly clinician: MarkerPaint
    readonly patient: MarkerPaint
    readonly pin: MarkerPaint
    readonly monitor: MarkerPaint
  }
}
