/** What does any program cost that Ink draws? The smallest there is; it stays until it is ended. */
import { createElement } from 'react';
import { render, Text } from 'ink';

render(createElement(Text, null, 'hello, world'));
setInterval(() => undefined, 1000);
