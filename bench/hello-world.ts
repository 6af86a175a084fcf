/** The smallest program that Ink draws; it runs until it is killed. */
import { createElement } from 'react';
import { render, Text } from 'ink';

render(createElement(Text, null, 'hello, world'));
setInterval(() => undefined, 1000);
