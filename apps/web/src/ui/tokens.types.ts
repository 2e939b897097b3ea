/** Colours of one status tone: text and glyph, background, edge. */
export interface Tone {
  readonly fg: string
  readonly bg: string
  readonly line: string
}

/** Colours of a marker: fill, edge, and glyph. */
export interface MarkerPaint {
  readonly fill: string
  readonly edge: string
  readonly glyph: string
}

/**
 * Every colour and shadow of the console, for one colour scheme. CSS variables, the antd theme, the map engine and
 * the charts use this object, so that each colour is defined once.
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
  /** Text links and the focus ring. In the dark scheme, `primary` is only a fill, and text uses this colour. */
  readonly link: string
  readonly ok: Tone
  readonly use: Tone
  readonly warn: Tone
  /** Amber of icons without a word; lighter than `warn.fg` in the light scheme. */
  readonly warnIcon: string
  readonly bad: Tone
  /** Solid red with white text: new alerts, counts, destructive buttons. */
  readonly badSolid: string
  readonly off: Tone
  readonly fence: string
  readonly mask: string
  /** Raised part of a segmented control, and the background of tooltips in the dark scheme. */
  readonly spotlight: string
  readonly focusHalo: string
  /** Chart steps, weak to strong. */
  readonly chart: readonly [string, string, string, string, string]
  readonly shadow2: string
  readonly shadow3: string
  /** Curve on the screen of a drawn device. */
  readonly screenTrace: string
  /** Parts of a drawn floor plan. */
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
