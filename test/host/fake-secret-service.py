#!/usr/bin/env python3
"""What does a Secret Service do that goes wrong? One way of it, named on the command line, on the bus of the session.

It follows the freedesktop Secret Service API as far as a client goes that keeps, finds and deletes one item.
Ways: mute (never answers), prompt (asks to unlock, and nobody does), garbage (holds no token), dies (ends in the
middle of a request), slow SECONDS (each request takes so long in all, half in each of its first two calls), good.
"""
import hashlib
import hmac
import os
import sys
import time
import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from gi.repository import GLib

SERVICE = 'org.freedesktop.Secret.Service'
COLLECTION = 'org.freedesktop.Secret.Collection'
ITEM = 'org.freedesktop.Secret.Item'
PROPERTIES = 'org.freedesktop.DBus.Properties'
ROOT = '/org/freedesktop/secrets'
way = sys.argv[1]
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0
items = {}
keys = {}

# The second Oakley group (RFC 2409, 6.2).
PRIME = int(
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD'
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED'
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF',
    16,
)


def agreed_key(theirs):
    """The session's key (RFC 5869 without salt and info, 16 bytes), and our public part."""
    mine = int.from_bytes(os.urandom(64), 'big')
    shared = pow(int.from_bytes(theirs, 'big'), mine, PRIME).to_bytes(128, 'big')
    extracted = hmac.new(bytes(32), shared, hashlib.sha256).digest()
    key = hmac.new(extracted, bytes([1]), hashlib.sha256).digest()[:16]
    return key, pow(2, mine, PRIME).to_bytes(128, 'big')


def encrypted(session, value):
    vector = os.urandom(16)
    padder = padding.PKCS7(128).padder()
    cipher = Cipher(algorithms.AES(keys[session]), modes.CBC(vector)).encryptor()
    return vector, cipher.update(padder.update(value) + padder.finalize()) + cipher.finalize()


def decrypted(secret):
    session, vector, value, _ = secret
    cipher = Cipher(algorithms.AES(keys[session]), modes.CBC(bytes(vector))).decryptor()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(cipher.update(bytes(value)) + cipher.finalize()) + unpadder.finalize()


begun = 0
slow_calls = 0


def later(answer, *values):
    """Answers when this way is ready to: after its first slow call half of the time is over, after its second all of it."""
    global slow_calls
    if way == 'mute':
        return
    slow_calls += 1
    due = begun + seconds * min(slow_calls, 2) / 2
    GLib.timeout_add(max(0, int((due - time.monotonic()) * 1000)), lambda: answer(*values) and False)


class Session(dbus.service.Object):
    @dbus.service.method('org.freedesktop.Secret.Session')
    def Close(self):
        pass


class Prompt(dbus.service.Object):
    @dbus.service.method('org.freedesktop.Secret.Prompt', in_signature='s')
    def Prompt(self, window):
        """Nobody is there to answer it: no signal Completed is ever sent."""

    @dbus.service.method('org.freedesktop.Secret.Prompt')
    def Dismiss(self):
        pass


class Item(dbus.service.Object):
    def __init__(self, bus, path, secret, attributes):
        super().__init__(bus, path)
        self.path = path
        self.secret = secret
        self.attributes = attributes

    @dbus.service.method(ITEM, in_signature='o', out_signature='(oayays)')
    def GetSecret(self, session):
        value = b'garbage\n\x00' if way == 'garbage' else self.secret
        vector, ciphered = encrypted(session, value)
        parts = (session, dbus.ByteArray(vector), dbus.ByteArray(ciphered), 'text/plain')
        return dbus.Struct(parts, signature='oayays')

    @dbus.service.method(ITEM, in_signature='(oayays)')
    def SetSecret(self, secret):
        self.secret = decrypted(secret)

    @dbus.service.method(ITEM, out_signature='o')
    def Delete(self):
        items.pop(self.path, None)
        self.remove_from_connection()
        return dbus.ObjectPath('/')

    @dbus.service.method(PROPERTIES, in_signature='ss', out_signature='v')
    def Get(self, interface, name):
        return {'Locked': dbus.Boolean(False), 'Label': 'rollcall', 'Attributes': self.attributes}[name]

    @dbus.service.method(PROPERTIES, in_signature='ssv')
    def Set(self, interface, name, value):
        pass


class Collection(dbus.service.Object):
    made = 0

    @dbus.service.method(COLLECTION, in_signature='a{ss}', out_signature='ao')
    def SearchItems(self, attributes):
        return dbus.Array(found(attributes), signature='o')

    @dbus.service.method(COLLECTION, in_signature='a{sv}(oayays)b', out_signature='oo')
    def CreateItem(self, properties, secret, replace):
        if way == 'dies':
            os._exit(1)
        attributes = properties.get(ITEM + '.Attributes', {})
        for path in found(attributes) if replace else []:
            items[path].Delete()
        Collection.made += 1
        path = f'{ROOT}/collection/login/{Collection.made}'
        items[path] = Item(self.connection, path, decrypted(secret), attributes)
        return dbus.ObjectPath(path), dbus.ObjectPath('/')

    @dbus.service.method(PROPERTIES, in_signature='ss', out_signature='v')
    def Get(self, interface, name):
        return {'Locked': dbus.Boolean(way == 'prompt'), 'Label': 'login'}[name]


class Service(dbus.service.Object):
    @dbus.service.method(SERVICE, in_signature='sv', out_signature='vo', async_callbacks=('answer', 'fail'),
                         byte_arrays=True)
    def OpenSession(self, algorithm, given, answer, fail):
        global begun, slow_calls
        begun, slow_calls = time.monotonic(), 0
        session = f'{ROOT}/session/{len(keys) + 1}'
        keys[session], public = agreed_key(bytes(given))
        objects.append(Session(bus, session))
        later(answer, dbus.ByteArray(public, variant_level=1), dbus.ObjectPath(session))

    @dbus.service.method(SERVICE, in_signature='a{ss}', out_signature='aoao', async_callbacks=('answer', 'fail'))
    def SearchItems(self, attributes, answer, fail):
        if way == 'dies':
            os._exit(1)
        here = dbus.Array(found(attributes), signature='o')
        none = dbus.Array([], signature='o')
        later(answer, *((none, here) if way == 'prompt' else (here, none)))

    @dbus.service.method(SERVICE, in_signature='ao', out_signature='aoo')
    def Unlock(self, objects):
        if way == 'prompt':
            return dbus.Array([], signature='o'), dbus.ObjectPath(f'{ROOT}/prompt/1')
        return objects, dbus.ObjectPath('/')

    @dbus.service.method(SERVICE, in_signature='s', out_signature='o', async_callbacks=('answer', 'fail'))
    def ReadAlias(self, name, answer, fail):
        later(answer, dbus.ObjectPath(f'{ROOT}/collection/login'))

    @dbus.service.method(PROPERTIES, in_signature='ss', out_signature='v')
    def Get(self, interface, name):
        return dbus.Array([dbus.ObjectPath(f'{ROOT}/collection/login')], signature='o')


def found(attributes):
    wanted = dict(attributes)
    return [
        dbus.ObjectPath(path)
        for path, item in items.items()
        if all(item.attributes.get(name) == value for name, value in wanted.items())
    ]


# The first use of the ciphers loads them, which would come on top of the time that a slow service takes.
keys['first'] = bytes(16)
decrypted(('first', *encrypted('first', b'any'), 'text/plain'))

DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName('org.freedesktop.secrets', bus)
objects = [
    Service(bus, ROOT),
    Collection(bus, f'{ROOT}/collection/login'),
    Prompt(bus, f'{ROOT}/prompt/1'),
]
if way in ('garbage', 'prompt'):
    path = f'{ROOT}/collection/login/0'
    attributes = {'service': 'rollcall', 'username': 'https://a.example', 'target': 'default'}
    items[path] = Item(bus, path, b'garbage', attributes)
print('ready', flush=True)
GLib.MainLoop().run()
