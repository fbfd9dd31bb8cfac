package fingertip.runtime.keys;

import android.security.KeyPairGeneratorSpec;
import android.security.keystore.KeyGenParameterSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;

/** Makes pairs of keys, with a certificate that the pair signs itself, and keeps them. */
public abstract class PairMaker extends KeyPairGeneratorSpi {
  private final String algorithm;
  private final String signature;
  private final String signatureId;
  private String alias;
  private int size;
  private AlgorithmParameterSpec details;
  private X500Principal subject;
  private BigInteger serial;
  private Date from;
  private Date until;

  PairMaker(String algorithm, String signature, String signatureId) {
    this.algorithm = algorithm;
    this.signature = signature;
    this.signatureId = signatureId;
  }

  @Override
  public void initialize(int wanted, SecureRandom random) {
    throw new IllegalArgumentException(KeyGenParameterSpec.class.getName() + " required to initialize this KeyPairGenerator");
  }

  @Override
  @SuppressWarnings("deprecation")
  public void initialize(AlgorithmParameterSpec wanted, SecureRandom random) throws InvalidAlgorithmParameterException {
    if (wanted instanceof KeyGenParameterSpec) {
      KeyGenParameterSpec spec = (KeyGenParameterSpec) wanted;
      Unlocking.refuse(spec);
      alias = spec.getKeystoreAlias();
      size = spec.getKeySize();
      details = spec.getAlgorithmParameterSpec();
      subject = spec.getCertificateSubject();
      serial = spec.getCertificateSerialNumber();
      from = spec.getCertificateNotBefore();
      until = spec.getCertificateNotAfter();
    } else if (wanted instanceof KeyPairGeneratorSpec) {
      KeyPairGeneratorSpec spec = (KeyPairGeneratorSpec) wanted;
      alias = spec.getKeystoreAlias();
      size = spec.getKeySize();
      details = spec.getAlgorithmParameterSpec();
      subject = spec.getSubjectDN();
      serial = spec.getSerialNumber();
      from = spec.getStartDate();
      until = spec.getEndDate();
    } else {
      throw new InvalidAlgorithmParameterException("Must supply params of type " + KeyGenParameterSpec.class.getName());
    }
  }

  @Override
  public KeyPair generateKeyPair() {
    if (alias == null) throw new IllegalStateException("Not initialized");
    try {
      KeyPairGenerator maker = KeyPairGenerator.getInstance(algorithm);
      maker.initialize(details != null ? details : usual(size));
      KeyPair pair = maker.generateKeyPair();
      PhoneKeys.kept.put(alias, pair.getPrivate(), new Certificate[] {certificate(pair)});
      return pair;
    } catch (GeneralSecurityException | IOException e) {
      throw new ProviderException("Failed to generate key pair", e);
    }
  }

  abstract AlgorithmParameterSpec usual(int bits);

  private Certificate certificate(KeyPair pair) throws GeneralSecurityException, IOException {
    AlgorithmIdentifier how = algorithm.equals("RSA")
        ? new AlgorithmIdentifier(new ASN1ObjectIdentifier(signatureId), DERNull.INSTANCE) : new AlgorithmIdentifier(new ASN1ObjectIdentifier(signatureId));
    X500Name name = X500Name.getInstance(subject.getEncoded());
    V3TBSCertificateGenerator certificate = new V3TBSCertificateGenerator();
    certificate.setSerialNumber(new ASN1Integer(serial));
    certificate.setIssuer(name);
    certificate.setSubject(name);
    certificate.setStartDate(new Time(from));
    certificate.setEndDate(new Time(until));
    certificate.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    certificate.setSignature(how);
    ASN1EncodableVector parts = new ASN1EncodableVector();
    var body = certificate.generateTBSCertificate();
    parts.add(body);
    parts.add(how);
    Signature signer = Signature.getInstance(signature);
    signer.initSign(pair.getPrivate());
    signer.update(body.getEncoded("DER"));
    parts.add(new DERBitString(signer.sign()));
    byte[] encoded = new DERSequence(parts).getEncoded("DER");
    return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
  }

  public static final class Rsa extends PairMaker {
    public Rsa() {
      super("RSA", "SHA256withRSA", "1.2.840.113549.1.1.11");
    }

    @Override
    AlgorithmParameterSpec usual(int bits) {
      return new RSAKeyGenParameterSpec(bits > 0 ? bits : 2048, RSAKeyGenParameterSpec.F4);
    }
  }

  public static final class Ec extends PairMaker {
    public Ec() {
      super("EC", "SHA256withECDSA", "1.2.840.10045.4.3.2");
    }

    @Override
    AlgorithmParameterSpec usual(int bits) {
      return new ECGenParameterSpec("secp" + (bits > 0 ? bits : 256) + "r1");
    }
  }
}
