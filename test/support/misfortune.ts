/** Injects a failure inside the program at a chosen moment, by a signal to its process. */

/** Runs before the program, in its process (NODE_OPTIONS): executes `code` at SIGUSR2. */
export function onSignal(code: string): string {
  const module = `process.on('SIGUSR2', () => { ${code} });`;
  return `--import data:text/javascript,${encodeURIComponent(module)}`;
}

export function exceptionOf(message: string): string {
  return `throw new Error(${message})`;
}

export function rejectionOf(message: string): string {
  return `void Promise.reject(new Error(${message}))`;
}

/** Fails while a screen's hints are collected. React draws a failed screen once more; then it gives up. */
export function exceptionInDrawingOf(message: string): string {
  return `let left = 2; const { flatMap } = Array.prototype; Array.prototype.flatMap = () => {
    left -= 1; if (left === 0) Array.prototype.flatMap = flatMap; throw new Error(${message}) };
    process.stdout.emit('resize')`;
}
