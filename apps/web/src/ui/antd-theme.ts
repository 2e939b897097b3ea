import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'
import { componentTokens } from './antd-components.ts'
import { type Tokens, tokens } from './tokens.ts'

/**
 * Pins colours that antd treats as seeds and its dark algorithm would change. Each wrapped algorithm is created once,
 * because antd caches by the function.
 */
const pinned =
  (base: MappingAlgorithm, t: Tokens): MappingAlgorithm =>
  (seed, map) => ({
    ...base(seed, map),
    colorPrimary: t.primary,
    colorInfo: t.primary,
    colorLink: t.link,
    colorSuccess: t.ok.fg,
    colorWarning: t.warnIcon,
    colorError: t.bad.fg,
  })

const surfaces = (t: Tokens): ThemeConfig['token'] => ({
  colorBgLayout: t.bg,
  colorBgContainer: t.surface,
  colorBgElevated: t.raised,
  colorFillAlter: t.sunken,
  colorFillTertiary: t.sunken,
  colorBgContainerDisabled: t.sunken,
  colorBgMask: t.mask,
  colorBgSpotlight: t.spotlight,
  colorText: t.text,
  colorTextHeading: t.text,
  colorTextSecondary: t.text2,
  colorTextTertiary: t.text3,
  colorTextDescription: t.text3,
  colorTextPlaceholder: t.text3,
  colorIcon: t.text3,
  colorTextDisabled: t.disabled,
  colorBorder: t.control,
  colorBorderSecondary: t.line,
  colorSplit: t.line,
  colorBorderDisabled: t.lineStrong,
})

const states = (t: Tokens): ThemeConfig['token'] => ({
  colorPrimaryHover: t.primaryHover,
  colorPrimaryActive: t.primaryActive,
  colorPrimaryBg: t.primaryBg,
  // antd draws its focus outline in this colour.
  colorPrimaryBorder: t.link,
  lineWidthFocus: 2,
  colorLinkHover: t.link,
  colorLinkActive: t.link,
  colorSuccessBg: t.ok.bg,
  colorSuccessBorder: t.ok.line,
  colorWarningBg: t.warn.bg,
  colorWarningBorder: t.warn.line,
  colorErrorBg: t.bad.bg,
  colorErrorBorder: t.bad.line,
  colorInfoBg: t.primaryBg,
  colorInfoBorder: t.primaryLine,
  controlItemBgHover: t.hover,
  controlItemBgActive: t.selected,
  controlItemBgActiveHover: t.selected,
  controlOutline: t.focusHalo,
  controlOutlineWidth: 3,
})

const typeAndSize = (t: Tokens): ThemeConfig['token'] => ({
  fontFamily: 'var(--font)',
  fontFamilyCode: 'var(--font-code)',
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 16,
  fontSizeHeading1: 28,
  fontSizeHeading2: 22,
  fontSizeHeading3: 18,
  fontSizeHeading4: 16,
  fontSizeHeading5: 15,
  fontWeightStrong: 600,
  lineHeight: 20 / 14,
  controlHeight: 34,
  controlHeightSM: 28,
  controlHeightLG: 44,
  borderRadius: 6,
  borderRadiusSM: 5,
  borderRadiusXS: 4,
  borderRadiusLG: 10,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.24s',
  boxShadow: t.shadow3,
  boxShadowSecondary: t.shadow3,
  boxShadowTertiary: 'none',
})

const themeOf = (t: Tokens, motion: boolean): ThemeConfig => ({
  algorithm: pinned(t.scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, t),
  cssVar: { prefix: 'wt' },
  hashed: false,
  token: { ...surfaces(t), ...states(t), ...typeAndSize(t), motion },
  components: componentTokens(t),
})

const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The antd theme of each colour scheme, built once. */
export const antdThemes: { readonly light: ThemeConfig; readonly dark: ThemeConfig } = {
  light: themeOf(tokens.light, motion),
  dark: themeOf(tokens.dark, motion),
}
