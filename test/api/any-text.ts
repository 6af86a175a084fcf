/** Arbitrary texts from outside. */
import fc from 'fast-check';

/** Any UTF-16: controls, separators and halves of surrogate pairs among it. */
export function anyText(about: fc.StringConstraints = {}): fc.Arbitrary<string> {
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  return fc.oneof(fc.string(about), fc.string({ ...about, unit }));
}
