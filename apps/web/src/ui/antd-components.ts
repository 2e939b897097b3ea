import type { ThemeConfig } from 'antd'
import type { Tokens } from './tokens.ts'

/** Component tokens of the antd theme. */
export function componentTokens(t: Tokens): NonNullable<ThemeConfig['components']> {
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
