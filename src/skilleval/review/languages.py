"""Words of orders in other languages than English: to override, to send secrets and to hide."""

from dataclasses import dataclass
from functools import cache, cached_property

from skilleval.review.fold import fold
from skilleval.review.lazy import Lazy

PREFIX = 4
"""Letters of a word by which needles are looked up."""
_SECRET = r"\.env\b|\.ssh\b|id_rsa|\.aws\b|\.npmrc|api[\s_-]?(?:key|schlussel|sleutel)|tokens?\b|secrets?\b|ssh[\s-]|cookies?\b"
_FAR = r"https?://|[\w.+-]+@[\w-]+\.\w|webhook"


@cache
def telling_word(needle: str) -> str:
    """Return what a word of the page has to begin with where a needle stands; empty = nothing is long enough.

    That is the needle's beginning, if it is a word, or one that stands behind a space within it.
    """
    if not needle.isascii():
        return ""
    return next((part for part in needle.split(" ") if part.isalnum() and len(part) >= PREFIX), "")


@dataclass(frozen=True)
class Language:
    """Stems of words in one language, separated by blanks; `_` stands for a space within one."""

    drop: str
    told: str
    send: str
    secret: str
    hide: str
    nots: str

    @cached_property
    def needles(self) -> tuple[str, ...]:
        """Return what has to be on a page for the language to be looked at, folded."""
        return tuple(fold(stem.replace("_", " ")) for stem in f"{self.drop} {self.send} {self.hide}".split())

    @cached_property
    def by_beginning(self) -> dict[str, tuple[str, ...]]:
        """Return the needles by the first letters of the word that tells most of them; "" = there is none."""
        found: dict[str, tuple[str, ...]] = {}
        for needle in self.needles:
            begin = telling_word(needle)[:PREFIX]
            found[begin] = (*found.get(begin, ()), needle)
        return found

    @cached_property
    def patterns(self) -> dict[str, Lazy[str]]:
        """Return a pattern for each of the five kinds of words."""
        kinds = {
            "drop": self.drop,
            "told": self.told,
            "send": self.send,
            "hide": self.hide,
            "nots": self.nots,
        }
        found = {kind: Lazy(_stems(words)) for kind, words in kinds.items()}
        return {**found, "secret": Lazy(f"{_stems(self.secret)}|{_SECRET}"), "far": Lazy(_FAR)}


def _stems(words: str) -> str:
    """Return a pattern for any of the stems, at the start of a word where the script has words."""
    stems = [fold(stem) for stem in words.split()]
    return "|".join((r"\b" if stem[0].isascii() else "") + stem.replace("_", r"\s{1,4}") for stem in stems)


LANGUAGES = (
    Language(
        drop="befolge_nicht befolge_keine halte_dich_nicht ignorier vergiss missacht verwirf setz_dich setze_dich übergeh umgeh",
        told="sicherheitsregel anweisung vorgabe instruktion richtlinie regeln anordnung beschränkung",
        send="lade_alle sende schick übermittle übertrag lade leite poste kopiere",
        secret="alle_dateien alle_daten gespräch verlauf unterhaltung passwort passwörter zugangsdaten geheimnis schlüssel umgebungsvariablen",
        hide="frage_nie frage_niemals kein_wort sag_dem_anwender ohne_den_anwender ohne_den_nutzer ohne_dem_nutzer ohne_den_benutzer ohne_dem_benutzer ohne_es_dem verschweig sag_dem_benutzer_nichts "
        "sag_dem_nutzer_nichts informiere_den_benutzer_nicht informiere_den_nutzer_nicht erwähne_das_nicht",
        nots="nie niemals nicht keine kein darf_nicht",
    ),
    Language(
        drop="no_sigas no_obedezcas olvídate ignora olvida descarta desobedece haz_caso_omiso pasa_por_alto",
        told="instruccion indicacion reglas orden directriz directrices restriccion politica",
        send="envia manda sube transmite remite publica copia",
        secret="historial conversación conversacion todos_los_archivos contraseña credencial clave variables_de_entorno",
        hide="no_se_lo_digas no_digas_al_usuario no_informes_al_usuario no_menciones sin_avisar sin_informar sin_decir sin_que_el_usuario oculta",
        nots="no nunca jamas",
    ),
    Language(
        drop="ne_suis_plus ne_suivez_plus ne_respecte ignore_les ignore_toutes ignorez oublie oubliez ne_tiens_pas ne_tenez_pas fais_abstraction faites_abstraction outrepasse",
        told="instruction consigne directive règle ordre restriction",
        send="envoie envoyer envoyez transmets transmettre transmettez téléverse publie poste transfère",
        secret="historique conversation tous_les_fichiers mot_de_passe mots_de_passe identifiant clé variables_d",
        hide="en_silence ne_demandez_jamais ne_demande_jamais sans_confirmation sans_demander sans_en_parler sans_le_dire sans_prévenir sans_informer sans_avertir ne_dis_rien ne_dites_rien ne_le_dis_pas n'en_parle "
        "n'informe_pas à_l'insu",
        nots="ne n' jamais pas",
    ),
    Language(
        drop="non_seguire ignora_tutte ignora_le dimentica non_tenere_conto trascura disattendi ignorate",
        told="istruzion indicazion regol direttiv ordini restrizion",
        send="invia manda carica trasmetti inoltra pubblica",
        secret="conversazione cronologia tutti_i_file password credenzial chiav variabili_d'ambiente variabili_di_ambiente segret",
        hide="non_dirlo non_dire_all'utente non_informare senza_dirlo senza_avvisare senza_informare all'insaputa nascondi",
        nots="non mai",
    ),
    Language(
        drop="não_siga ignore_todas ignore_as esqueça esqueca desconsidere ignora_todas descumpra",
        told="instruç instruc regras ordens diretriz restriç",
        send="envie mande transmita publique encaminhe carregue",
        secret="conversa histórico todos_os_arquivos senha credenciais chave variáveis_de_ambiente segredo",
        hide="não_conte não_diga não_informe não_mencione sem_avisar sem_informar sem_que_o_usuário oculte",
        nots="não nunca jamais",
    ),
    Language(
        drop="volg_niet volg_de_instructies_niet negeer vergeet sla_alle omzeil",
        told="instructie aanwijzing regels opdracht richtlijn beperking",
        send="stuur verstuur verzend upload_de plaats kopieer",
        secret="wachtwoord inloggegevens sleutel omgevingsvariabelen geheim",
        hide="zonder_de_gebruiker vertel_de_gebruiker_niet vertel_het_niet zonder_het_te_melden verzwijg",
        nots="nooit niet geen",
    ),
    Language(
        drop="zignoruj ignoruj zapomnij pomiń",
        told="instrukcj polece zasad wytyczn ogranicze",
        send="wyślij prześlij wyślij_zawartość opublikuj skopiuj",
        secret="hasło hasła dane_logowania klucz zmienne_środowiskowe",
        hide="nie_mów_użytkownikowi nie_informuj bez_wiedzy nie_wspominaj",
        nots="nie nigdy",
    ),
    Language(
        drop="игнорируй игнорируйте проигнорируй забудь забудьте не_следуй отбрось пренебреги",
        told="инструкц указани правил распоряжени команд ограничени",
        send="отправь отправьте отправляй отправить перешли перешлите передай передайте загрузи выложи скопируй",
        secret="переписк истори_ диалог файлы парол учётн учетн ключ переменн секрет",
        hide="не_говори не_сообщай не_упоминай незаметно втайне не_уведомляй не_информируй скрой не_рассказывай",
        nots="никогда нельзя запрещено не_отправля не_следует",
    ),
    Language(
        drop="ігноруй забудь проігноруй",
        told="інструкці вказівк правил обмежен",
        send="надішли відправ перешли завантаж",
        secret="парол ключ змінн секрет",
        hide="не_кажи не_повідомляй непомітно не_згадуй",
        nots="ніколи не_можна заборонено",
    ),
    Language(
        drop="yok_say görmezden_gel unut",
        told="talimat kural yönerge kısıtlama",
        send="gönder ilet yükle paylaş",
        secret="parola şifre anahtar ortam_değişken",
        hide="kullanıcıya_söyleme kullanıcıya_bildirme haber_verme fark_ettirmeden gizlice",
        nots="asla gönderme paylaşma yüklemeyin",
    ),
    Language(
        drop="忽略 无视 無視 忘记 忘記 不要理会 不要遵守 忽視",
        told="指令 指示 规则 規則 命令 提示 限制 说明",
        send="发送 發送 上传 上傳 传送 转发 轉發 提交到 发到 传到",
        secret="对话 聊天记录 文件 密钥 密鑰 密码 密碼 环境变量 環境變數 凭证 憑證 令牌 私钥",
        hide="不要向用户 不向用户 无需用户确认 无需确认 不要询问 下载运行 下载并运行 下载并执行 不要告诉用户 不要告訴用戶 别告诉用户 不要通知用户 不要让用户 不要提及 瞒着用户 悄悄 暗中 偷偷 不得告知用户",
        nots="不要将 不要把 不得 禁止 切勿 请勿 绝不 不应 不能 勿",
    ),
    Language(
        drop="無視し 無視せよ 無視して 忘れて 従わない 破棄して",
        told="指示 命令 ルール 規則 プロンプト 制限",
        send="送信 アップロード 転送 投稿 送って 送付",
        secret="会話 ファイル 履歴 パスワード 認証情報 秘密鍵 環境変数 鍵 トークン apiキー",
        hide="ユーザーには何も ユーザーに知らせ ユーザーに伝え ユーザーには伝え ユーザーに言わ 内緒 密かに こっそり 気づかれ",
        nots="送信しない 送信してはいけ しないでください 禁止 送らない",
    ),
    Language(
        drop="무시하고 무시하세요 무시하십시오 무시해 잊어버리 잊으세요 따르지",
        told="지시 명령 규칙 지침 프롬프트 제한",
        send="전송하 전송해 보내 업로드하 업로드해 전달하",
        secret="대화 파일 비밀번호 암호 자격_증명 비밀_키 환경_변수 토큰 키를",
        hide="사용자에게_알리지 사용자에게_말하지 사용자에게는_알리지 몰래 비밀로",
        nots="보내지_마 전송하지 금지 업로드하지",
    ),
    Language(
        drop="تجاهل انس",
        told="تعليمات الأوامر القواعد",
        send="أرسل ارسل ارفع انشر",
        secret="كلمة_المرور المفاتيح مفتاح بيانات_الاعتماد",
        hide="لا_تخبر_المستخدم دون_علم لا_تذكر",
        nots="لا_ترسل أبدا ممنوع",
    ),
    Language(
        drop="अनदेखा नज़रअंदाज़ भूल_जा",
        told="निर्देश नियम आदेश",
        send="भेज अपलोड",
        secret="पासवर्ड कुंजी पर्यावरण_चर",
        hide="उपयोगकर्ता_को_न_बता उपयोगकर्ता_को_मत चुपचाप",
        nots="कभी_न मत_भेज न_भेज",
    ),
)
