import type { StateWord } from './state-word.ts'

const FIRST_CAPACITY = 1024

/** The states of many assets at one moment, by the assets' ids (hexadecimal). */
export class AssetStates {
  private readonly places = new Map<string, number>()
  private words = new Uint16Array(FIRST_CAPACITY)

  get(asset: string): StateWord {
    const place = this.places.get(asset)
    return place === undefined ? 0 : (this.words[place] ?? 0)
  }

  set(asset: string, word: StateWord): void {
    let place = this.places.get(asset)
    if (place === undefined) {
      place = this.places.size
      this.places.set(asset, place)
      if (place === this.words.length) this.grow()
    }
    this.words[place] = word
  }

  private grow(): void {
    const words = new Uint16Array(this.words.length * 2)
    words.set(this.words)
    this.words = words
  }
}
