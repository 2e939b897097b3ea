const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80

/** Returns some distinct values as short texts. */
export function toSamples(values: readonly unknown[]): string[] {
  const texts = values.flatMap((value) => {
    const text = textOf(value)
    return text === ''
      ? []
      : [text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text]
  })
  return [...new Set(texts)].slice(0, MAX_SAMPLES)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
