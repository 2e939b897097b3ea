import { EventEmitter } from 'node:events'

/** Connection whose reader accepts data only on request. */
export class SlowConnection extends EventEmitter {
  readonly written: string[] = []
  writableLength = 0
  writableEnded = false
  destroyed = false
  write(text: string): boolean {
    this.written.push(text)
    this.writableLength += text.length
    return false
  }
  writeHead(): void {}
  flushHeaders(): void {}
  end(): void {
    this.writableEnded = true
    this.emit('close')
  }
  destroy(): void {
    this.destroyed = true
  }
  takeEverything(): void {
    this.writableLength = 0
    this.emit('drain')
  }
}
