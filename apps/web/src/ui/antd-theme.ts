import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'
import { type Tokens, tokens } from './tokens.ts'

/** Component tokens of the antd theme. */
function componentTokens(t: Tokens): NonNullable<ThemeConfig['components']> {
  const dark = t.scheme === 'dark'
  const raisedSegment = dark ? t.spotlight : t.surface
  return {
    Button: {
      fontWeight: 500,
      paddingInline: 13,
      // Controls of every size have one radius; 10 is for cards and dialogs.
      borderRadiusLG: 6,
      defaultBorderColor: t.lineStrong,
      defaultHoverBorderColor: t.lineStrong,
      defaultActiveBorderColor: t.control,
      defaultHoverColor: t.text,
      defaultActiveColor: t.text,
      defaultHoverBg: t.hover,
      defaultActiveBg: t.selected,
      defaultShadow: 'none',
      primaryShadow: 'none',
      dangerShadow: 'none',
      colorError: t.badSolid,
      colorErrorHover: t.badSolid,
      colorErrorActive: t.badSolid,
    },
    Table: {
      headerBg: t.sunken,
      headerColor: t.text2,
      headerSplitColor: 'transparent',
      rowHoverBg: t.hover,
      rowSelectedBg: t.selected,
      rowSelectedHoverBg: t.selected,
      cellPaddingBlock: 12,
      cellPaddingBlockMD: 10,
      cellPaddingBlockSM: 6,
      cellPaddingInline: 16,
      headerBorderRadius: 10,
      bodySortBg: t.surface,
      headerSortActiveBg: t.sunken,
      headerSortHoverBg: t.sunken,
      borderColor: t.line,
    },
    Card: { headerHeight: 46, headerFontSize: 15, bodyPadding: 16 },
    Segmented: {
      trackBg: t.sunken,
      itemSelectedBg: raisedSegment,
      itemColor: t.text2,
      itemSelectedColor: t.text,
    },
    Tabs: {
      itemSelectedColor: t.link,
      inkBarColor: t.link,
      itemHoverColor: t.link,
      horizontalItemGutter: 24,
    },
    Pagination: {
      itemSize: 30,
      itemBg: 'transparent',
      itemActiveColor: t.link,
      itemActiveColorHover: t.link,
    },
    Input: { borderRadiusLG: 6 },
    Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 6px' },
    Select: { optionSelectedBg: t.selected, optionSelectedFontWeight: 600, borderRadiusLG: 6 },
    InputNumber: { borderRadiusLG: 6 },
    Modal: { titleFontSize: 16 },
    // Below dialogs and drawers, so that a new alert does not cover a question.
    Notification: { zIndexPopup: 900 },
    Message: { contentPadding: '10px 16px' },
    Tooltip: { maxWidth: 230 },
    Alert: { defaultPadding: '10px 14px' },
    Badge: { colorError: t.badSolid, textFontWeight: 600 },
    Skeleton: { gradientFromColor: t.sunken, gradientToColor: t.hover, blockRadius: 5 },
    Drawer: { footerPaddingInline: 24 },
    // Selected items have the link colour, because primary is only a fill in the dark scheme.
    Dropdown: { paddingBlock: 7, colorPrimary: t.link },
  }
}

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
