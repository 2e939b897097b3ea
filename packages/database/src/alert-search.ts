import type { Levels } from '@wardtrack/contracts'
import { gramsOf } from './search-grams.ts'

/** What an alert is searched by. */
export type SearchedAlert = {
  AssetId: string
  fence: { Name: string; Type: string }
  then: { AssetName?: string | undefined; SerialNo?: string | undefined }
  location: { fullPath: Levels }
}

/**
 * What the text filter of alerts looks at, a line for each text, so that no match reaches from one text into the next.
 * @param isHidden whether a member of what is told of the asset takes no part in searching
 */
export function alertSearchText(
  { AssetId, fence, then, location }: SearchedAlert,
  isHidden: (member: 'AssetName' | 'SerialNo') => boolean = () => false,
): string {
  const shownValues = (['AssetName', 'SerialNo'] as const).map((name) =>
    isHidden(name) ? undefined : then[name],
  )
  return [fence.Name, fence.Type, AssetId, ...shownValues, pathText(location.fullPath)]
    .filter((text) => text !== undefined && text !== '')
    .map((text) => text?.replaceAll(/\s+/g, ' '))
    .join('\n')
}

/** What a text is found by in the index: its pieces, and each character for texts of one. */
export function alertGrams(text: string): string[] {
  const lines = text.split('\n')
  return [...new Set([...lines.flatMap(gramsOf), ...text.replaceAll('\n', '').toUpperCase()])]
}

/** The names of the levels of a place, outermost first, joined by `>`. */
export function pathText(fullPath: Levels): string {
  const depth = (level: string): number => Number(level.slice('Level_'.length))
  return Object.entries(fullPath)
    .sort(([a], [b]) => depth(a) - depth(b))
    .map(([, name]) => name)
    .join('>')
}
