import type { Levels } from '@wardtrack/contracts'
import { gramsOf } from './search-grams.ts'

/** Texts of an alert that a search covers. */
export type SearchedAlert = {
  AssetId: string
  fence: { Name: string; Type: string }
  then: { AssetName?: string | undefined; SerialNo?: string | undefined }
  location: { fullPath: Levels }
}

/**
 * Returns the text that the text filter of alerts searches. Each text has its own line, so that no match spans two
 * texts.
 * @param isHidden returns true for members of the asset that are not searched
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

/**
 * Returns the index terms of a text: its three-character pieces, and each character for searches of one character.
 */
export function alertGrams(text: string): string[] {
  const lines = text.split('\n')
  return [...new Set([...lines.flatMap(gramsOf), ...text.replaceAll('\n', '').toUpperCase()])]
}

/** Joins the names of a place's levels by `>`, outermost first. */
export function pathText(fullPath: Levels): string {
  const depth = (level: string): number => Number(level.slice('Level_'.length))
  return Object.entries(fullPath)
    .sort(([a], [b]) => depth(a) - depth(b))
    .map(([, name]) => name)
    .join('>')
}
